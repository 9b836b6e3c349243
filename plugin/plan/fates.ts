import type { Tone } from '../report/columns.ts';

/** What becomes of an instance, in the order of the summary. */
export const instanceFates = {
  kept: { label: 'kept', tone: 'good' },
  renewed: { label: 'renewed', tone: 'plain' },
  made: { label: 'made', tone: 'plain' },
  mended: { label: 'mended', tone: 'plain' },
  partly: { label: 'partly renewed', tone: 'warn' },
  damaged: { label: 'damaged', tone: 'bad' },
  released: { label: 'released', tone: 'warn' },
  deleted: { label: 'deleted', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type InstanceFate = keyof typeof instanceFates;

/** What the manifests do to an AppDefinition. */
export const changeKinds = {
  created: 'is created',
  spec: 'changes',
  metadata: 'changes in metadata only',
  none: 'does not change',
  deleted: 'is deleted',
} as const satisfies Record<string, string>;

export type ChangeKind = keyof typeof changeKinds;

/** What happens to a part under a live session. */
export type Fate = 'remade' | 'lost';
