import type { EvidenceReport } from '../model/report.ts';

/** What the cluster itself says of an instance that did not start: `java-25 3 (pod, container java-25):`, then each line. */
export function evidenceLines({ app, instance, pod, container, events, log }: EvidenceReport): {
  head: string;
  events: string[];
  log: string[];
} {
  const where = container === '' ? pod : `${pod}, container ${container}`;
  return { head: `${app} ${instance} (${where || 'no pod'}):`, events, log: log.map((text) => `| ${text}`) };
}
