import type { Report } from '../../model/report.ts';

/** What the kubelet keeps of a termination message (Kubernetes: Determine the Reason for Pod Failure). */
export const terminationMessageBytes = 4096;

/** What the API server keeps of an Event's note (Kubernetes API, events.k8s.io/v1). */
export const eventNoteBytes = 1024;

/** The verdict and exit in one line of at most `maxBytes` bytes of UTF-8, cut between characters. */
export function oneLine({ command, verdict, exit }: Report, maxBytes: number): string {
  const ending = ` (exit ${exit})`;
  return `${cutBytes(`warmgate ${command}: ${verdict}`, maxBytes - ending.length)}${ending}`;
}

function cutBytes(text: string, max: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= max) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, max - 3)));
  return `${text.slice(0, read)}…`;
}
