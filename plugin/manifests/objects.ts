import { isRecord } from '../model/foreign.ts';

/** An object of a stream; `item` is what stands there, the object itself has the kind that a typed list leaves out. */
export interface Found {
  item: object;
  object: Record<string, unknown>;
}

/** The objects of a document: one, or those of a List or a bare array, nested ones too. What has no kind is told to `unusable`. */
export function unfold(value: unknown, unusable: (why: string) => void = () => undefined): Found[] {
  return unfoldItem(value, undefined, unusable);
}

function unfoldItem(
  item: unknown,
  kindOfItems: string | undefined,
  unusable: (why: string) => void,
): Found[] {
  if (item === null || item === undefined) return [];
  if (Array.isArray(item)) return item.flatMap((each) => unfoldItem(each, kindOfItems, unusable));
  const kind = isRecord(item) ? (item.kind ?? kindOfItems) : undefined;
  if (!isRecord(item) || typeof kind !== 'string' || kind === '') {
    unusable('something in it has no kind');
    return [];
  }
  const items = itemsOf(item);
  if (items === undefined) return [{ item, object: item.kind === kind ? item : { ...item, kind } }];
  // Items of a typed list (`PodList`) may come without their kind.
  const named = kind === 'List' ? undefined : kind.replace(/List$/, '');
  return items.flatMap((each) => unfoldItem(each, named, unusable));
}

/** The items of a List; undefined for what is none. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (!isRecord(value) || typeof value.kind !== 'string' || !value.kind.endsWith('List')) return undefined;
  return Array.isArray(value.items) || value.items === null ? (value.items ?? []) : undefined;
}

/** Metadata without an empty name or namespace: an empty one is none. */
export function metadataOf({ metadata }: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(metadata)) return {};
  const { name, namespace, ...rest } = metadata;
  return {
    ...rest,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {}),
  };
}
