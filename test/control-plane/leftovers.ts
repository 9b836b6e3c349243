import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder } from './build.ts';
import { isAlive, type ProcessId, thisProcess } from './lock.ts';

/** A note about a running control plane, for the run after one that was killed. */
interface RunNote {
  owner: ProcessId;
  /** Its folder. Its name is random and each server has it among its arguments: so they are known again. */
  dir: string;
}

/** To be written before the first server starts. */
export async function noteRun(dir: string): Promise<void> {
  await mkdir(notesFolder(), { recursive: true });
  const note: RunNote = { owner: thisProcess(), dir };
  await writeFile(noteOf(dir), JSON.stringify(note));
}

export async function forgetRun(dir: string): Promise<void> {
  await rm(noteOf(dir), { force: true });
}

/** Ends the servers of runs whose owner is gone, each by its id, and removes their folders. */
export async function clearLeftovers(say: (line: string) => void): Promise<void> {
  for (const file of await readdir(notesFolder()).catch(() => [])) {
    const note = await readNote(join(notesFolder(), file));
    if (note === undefined || isAlive(note.owner)) continue;
    const pids = await serversOf(note.dir);
    say(`clearing a killed run: ${pids.length} processes, ${note.dir}`);
    await Promise.all(pids.map((pid) => endServer(pid, note.dir)));
    await rm(note.dir, { recursive: true, force: true });
    await forgetRun(note.dir);
  }
}

function notesFolder(): string {
  return join(cacheFolder(), 'running');
}

function noteOf(dir: string): string {
  return join(notesFolder(), `${basename(dir)}.json`);
}

async function readNote(path: string): Promise<RunNote | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunNote;
  } catch {
    return undefined;
  }
}

async function serversOf(dir: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const ours = await Promise.all(pids.map((pid) => isServerOf(pid, dir)));
  return pids.filter((_, index) => ours[index]);
}

/** A program from our cache with the run's folder in an argument; an editor open on a log there is none. */
async function isServerOf(pid: number, dir: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...args] = line.split('\0');
  return program.startsWith(`${cacheFolder()}/`) && args.some((arg) => arg.includes(`${dir}/`));
}

/** The check is repeated before each signal: the id may have passed to another process meanwhile. */
async function endServer(pid: number, dir: string): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGTERM', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    const deadline = Date.now() + limitMs;
    if (await isServerOf(pid, dir)) signalOf(pid, signal);
    while ((await isServerOf(pid, dir)) && Date.now() < deadline) await sleep(50);
  }
}

function signalOf(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone between the check and the signal: what was wanted.
  }
}
