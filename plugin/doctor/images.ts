import type { KubeObject } from '../model/kube.ts';
import { nameList } from '../text/lists.ts';
import { imageOf, minInstances, sidecarsOf } from '../theia/app-definition.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';

export const imageRows = {
  imagesPinned: {
    severity: 'ok',
    says: '{count AppDefinition names|AppDefinitions name} all images by digest',
  },
  imagesLatest: {
    severity: 'warning',
    says: '{apps}: an image has the tag latest or none: a new image changes no spec, and no pool follows it',
    todo: 'release by version or digest; verify --expect-image pins it',
  },
  imagesMutable: {
    severity: 'note',
    says: '{apps}: images by tag, pulled if not present: when a tag moves, nodes keep the old image',
    todo: 'pin digests, or never move a tag; check --require-same-digest tells when one moved',
  },
  imagesAlways: {
    severity: 'note',
    says: '{apps}: images by tag, pulled at each start: when a tag moves, instances run different images',
    todo: 'never move a tag, or pin digests; check --require-same-digest tells when one moved',
  },
} as const;

const found = findingsAbout('images', imageRows);

type Naming = 'latest' | 'mutable' | 'always' | 'pinned';

/** Worst first. */
const codes = {
  latest: 'imagesLatest',
  mutable: 'imagesMutable',
  always: 'imagesAlways',
  pinned: 'imagesPinned',
} as const satisfies Record<Naming, keyof typeof imageRows>;

const namings = Object.keys(codes) as Naming[];

/** A tag that moves changes no spec and no generation: neither the operator nor verify can see the new image. */
export function imageFindings({ snapshot }: Facts): Finding[] {
  const apps = snapshot.objects.AppDefinition.filter((app) => minInstances(app) > 0);
  return namings.flatMap((naming) => {
    const names = apps.filter((app) => worst(app) === naming).map(({ metadata }) => metadata.name);
    if (names.length === 0) return [];
    if (naming === 'pinned') return [found('imagesPinned', { count: names.length })];
    return [found(codes[naming], { apps: nameList(names) })];
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
