import { createHash } from 'node:crypto';

/** What happens to a container of an image. Times are milliseconds of the lab's clock. */
export type Behaviour =
  | { readonly type: 'ready'; readonly after: number }
  | { readonly type: 'neverReady' }
  | { readonly type: 'imagePullBackOff' }
  | { readonly type: 'crashLoopBackOff' }
  | { readonly type: 'invalidImageName' }
  | { readonly type: 'createContainerConfigError' }
  | { readonly type: 'unschedulable' }
  /** No pod is made at all: the namespace's ResourceQuota is used up. */
  | { readonly type: 'overQuota' };

/** One row per image; an image without a row is ready after the default time. */
export interface Images {
  behaviourOf(image: string): Behaviour;
  /** From now on; pods that are not Ready yet feel it too. */
  set(image: string, behaviour: Behaviour): void;
  /** `<image>@sha256:…`, the same for the same image unless {@link Images.retag} moved the tag. */
  imageId(image: string): string;
  /** The tag points to another image from now on: containers started later have another digest. */
  retag(image: string): void;
  onChange(listener: (image: string) => void): void;
}

export function createImages(readyAfter: number | (() => number)): Images {
  const rows = new Map<string, Behaviour>();
  const builds = new Map<string, number>();
  const listeners: ((image: string) => void)[] = [];
  return {
    behaviourOf: (image) =>
      rows.get(image) ?? { type: 'ready', after: typeof readyAfter === 'number' ? readyAfter : readyAfter() },
    set: (image, behaviour) => {
      rows.set(image, behaviour);
      for (const listener of listeners) listener(image);
    },
    imageId: (image) => {
      const digest = createHash('sha256')
        .update(`${image} ${builds.get(image) ?? 0}`)
        .digest('hex');
      return `${image}@sha256:${digest}`;
    },
    retag: (image) => {
      builds.set(image, (builds.get(image) ?? 0) + 1);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}
