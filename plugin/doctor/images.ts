import type { KubeObject } from '../model/kube.ts';
import { listed } from '../text/lists.ts';
import { imageOf, minInstances, sidecarsOf } from '../theia/app-definition.ts';
import type { Facts } from './facts.ts';
import { type Finding, type FindingCode, found } from './finding-rows.ts';

type Naming = 'latest' | 'mutable' | 'always' | 'pinned';

/** Worst first. */
const codes = {
  latest: 'imagesLatest',
  mutable: 'imagesMutable',
  always: 'imagesAlways',
  pinned: 'imagesPinned',
} as const satisfies Record<Naming, FindingCode>;

const namings = Object.keys(codes) as Naming[];

/** A tag that moves changes no spec and no generation: neither the operator nor verify can see the new image. */
export function imageFindings({ snapshot }: Facts): Finding[] {
  const apps = snapshot.objects.AppDefinition.filter((app) => minInstances(app) > 0);
  return namings.flatMap((naming) => {
    const names = apps.filter((app) => worst(app) === naming).map(({ metadata }) => metadata.name);
    return names.length === 0 ? [] : [found(codes[naming], { apps: listed(names), count: names.length })];
  });
}

function worst(app: KubeObject): Naming {
  const images = [imageOf(app) ?? '', ...sidecarsOf(app).map(({ image }) => image)];
  const ofImages = images.filter((image) => image !== '').map((image) => namingOf(image, app));
  return namings.find((each) => ofImages.includes(each)) ?? 'pinned';
}

function namingOf(image: string, app: KubeObject): Naming {
  if (image.includes('@sha256:')) return 'pinned';
  if (isLatest(image)) return 'latest';
  return app.spec?.imagePullPolicy === 'Always' ? 'always' : 'mutable';
}

/** With the tag latest, or none and no digest, which is the same. */
export function isLatest(image: string): boolean {
  return !image.includes('@') && (/:([^:/]+)$/.exec(image)?.[1] ?? 'latest') === 'latest';
}
