import type { KubeObject } from '../model/kube.ts';
import { allowListKey } from './labels.ts';

/** The addresses on an email ConfigMap, without blank lines. Personal data: compare, never print. */
export function allowList(emails: KubeObject): string[] {
  return (emails.data?.[allowListKey] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Right: exactly this session's user, as a claim writes it (theia-cloud.md section 1). */
export function admitsOnly(emails: KubeObject, user: string): boolean {
  const list = allowList(emails);
  return list.length === 1 && list[0]?.toLowerCase() === user.toLowerCase();
}
