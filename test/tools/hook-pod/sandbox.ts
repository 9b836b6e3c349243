import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file or folder of this machine, as the container sees it. */
export interface Mount {
  source: string;
  target: string;
  writable?: boolean;
}

export interface Sandbox {
  /** An empty folder; what is mounted on it is seen by the container alone. */
  root: string;
  mounts: readonly Mount[];
  uid: number;
  gid: number;
  readOnlyRoot: boolean;
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Where stdout and stderr go. */
  log: string;
}

export interface RunningSandbox {
  /** The exit code, 128 and the signal's number when one ended it. */
  ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
}

/**
 * Runs a process as a container runtime would, as its own process 1: mount and process namespaces of its own, a root that
 * holds the machine's shared libraries, the mounts and nothing else, not root, no capabilities. The network is this machine's. It
 * dies with this process. Needs root.
 */
export async function startSandbox(plan: Sandbox): Promise<RunningSandbox> {
  const { root, mounts, uid, gid, readOnlyRoot, argv, env, log } = plan;
  const list = mounts.flatMap(({ source, target, writable }) => [source, target, writable ? 'rw' : 'ro']);
  const args = ['--mount', '--pid', '--fork', '--kill-child=KILL', 'sh', '-c', script, 'sh'];
  const out = openSync(log, 'a');
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      'unshare',
      ...args,
      root,
      `${uid}:${gid}`,
      readOnlyRoot ? 'ro' : 'rw',
      ...list,
      '--',
      ...argv,
    ],
    { env, stdio: ['ignore', out, out] },
  );
  closeSync(out);
  let killed = false;
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // unshare ends as its child did, but for SIGKILL: that one it cannot set up for itself, and it says 1.
      if (killed && code === 1) resolve(128 + 9);
      else resolve(code ?? 128 + (signalNumbers[signal ?? ''] ?? 0));
    });
  });
  ended.catch(() => undefined);
  const first = child.pid === undefined ? undefined : await firstChildOf(child.pid, ended);
  return {
    ended,
    signal(name) {
      if (first === undefined || child.exitCode !== null || child.signalCode !== null) return;
      killed ||= name === 'SIGKILL';
      // The one inside gets it; its parent only waits.
      kill(first, name);
    },
  };
}

const signalNumbers: Record<string, number> = { SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/** Arguments: root, user, ro|rw, then source target ro|rw for each mount, `--`, the command. */
const script = `set -eu
root=$1 user=$2 mode=$3
shift 3
mount -t tmpfs -o mode=755,size=16m tmpfs "$root"
mkdir "$root/proc" "$root/dev" "$root/usr"
mount -t proc proc "$root/proc"
for name in null zero random urandom; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
for name in lib lib32 lib64 usr/lib usr/lib32 usr/lib64; do
  if [ -L "/$name" ]; then
    cp -P "/$name" "$root/$name"
  elif [ -d "/$name" ]; then
    mkdir -p "$root/$name"
    mount --bind "/$name" "$root/$name"
    mount -o remount,bind,ro "$root/$name"
  fi
done
while [ "$1" != -- ]; do
  target=$root$2
  if [ -d "$1" ]; then
    mkdir -p "$target"
  else
    mkdir -p "\${target%/*}"
    : > "$target"
  fi
  mount --bind "$1" "$target"
  [ "$3" = rw ] || mount -o remount,bind,ro "$target"
  shift 3
done
shift
[ "$mode" = rw ] || mount -o remount,ro "$root"
exec setpriv --no-new-privs chroot --userspec="$user" --groups="\${user#*:}" "$root" "$@"
`;

/** The process that it forked, by its number out here; undefined when it ended before. */
async function firstChildOf(pid: number, ended: Promise<unknown>): Promise<number | undefined> {
  let over = false;
  void ended
    .finally(() => {
      over = true;
    })
    .catch(() => undefined);
  while (!over) {
    const [first] = childrenOf(pid);
    if (first !== undefined) return first;
    await sleep(5);
  }
  return undefined;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended just now.
  }
}
