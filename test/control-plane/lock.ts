import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process holds the lock file `path`. A lock whose holder is gone is taken over.
 * Two that take over at the same moment may both run: what is guarded must stand that.
 *
 * @param onWait called once when another process holds it
 * @throws Error when it is still held after `limitMs`, half an hour unless told
 */
export async function withLock<T>(
  path: string,
  onWait: (pid: number) => void,
  work: () => Promise<T>,
  limitMs = 30 * 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  let waited = false;
  while (!(await tryLock(path))) {
    const holder = await holderOf(path);
    if (holder !== undefined && !isAlive(holder)) await rm(path, { force: true });
    else {
      if (Date.now() > deadline) throw new Error(`${path} is still held after ${limitMs / 1000} s`);
      if (!waited && holder !== undefined) onWait(holder.pid);
      waited = true;
      await sleep(500);
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(thisProcess()), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined while the holder is still writing its name, or when the lock is gone by now. */
async function holderOf(path: string): Promise<ProcessId | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessId;
  } catch {
    return undefined;
  }
}

/** A process that cannot be mistaken for a later one with the same number: its id and its start in clock ticks. */
export interface ProcessId {
  pid: number;
  started: string;
}

/** This process, as others can look for it. */
export function thisProcess(): ProcessId {
  return { pid: process.pid, started: startOf(process.pid) ?? '' };
}

/** Whether that very process still runs. A zombie does not. */
export function isAlive(id: ProcessId): boolean {
  const started = startOf(id.pid);
  return started !== undefined && started === id.started;
}

/** Field 22 of /proc/PID/stat (proc_pid_stat(5)), counted behind the command's name, which may hold anything. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
