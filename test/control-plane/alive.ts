import { readFileSync } from 'node:fs';

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
