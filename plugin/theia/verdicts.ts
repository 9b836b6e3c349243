import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { millis } from './time.ts';

/** ConfigMap with the last verdicts: logs of a hook are gone after a retry, this is not. */
export const reportConfigMap = 'warmgate-report';
/** Its key with one JSON object a line, oldest first. */
export const historyKey = 'history.jsonl';

/** One run that left a trace. */
export interface VerdictLine {
  /** RFC 3339. */
  at: string;
  command: string;
  exit: number;
  verdict: string;
  run: string;
  /** AppDefinitions whose pools it proved converged. */
  converged: string[];
}

/** When a verify that had something to do last proved this pool converged, ms; 0 for never or not known. */
export function lastConverged(found: KubeObject | undefined, app: string): number {
  const named = JSON.stringify(app);
  const lines = text(found?.data?.[historyKey])
    .split('\n')
    .filter((line) => line.includes(named))
    .map(parsed)
    .filter(isRecord);
  const times = lines
    .filter(({ command, converged }) => command === 'verify' && list(converged).includes(app))
    .map(({ at }) => millis(text(at)));
  return Math.max(0, ...times);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
