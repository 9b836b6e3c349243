/** Keys of T that may be absent. */
type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

interface Said {
  description?: string;
}

interface ObjectOf<T> extends Said {
  /** A schema for every property: leaving one out does not compile. */
  properties: { [K in keyof T]-?: SchemaFor<Exclude<T[K], undefined>> };
  /** The properties that may be absent, all of them and no other; the rest is required. */
  optional: { [K in OptionalKeys<T>]: true };
}

interface MapOf<V> extends Said {
  values: SchemaFor<V>;
}

interface ListOf<V> extends Said {
  items: SchemaFor<V>;
}

interface TextOf extends Said {
  type: 'string';
  pattern?: string;
  maxLength?: number;
}

interface NumberOf extends Said {
  type: 'integer' | 'number';
  minimum?: number;
}

interface OneOf<T> extends Said {
  enum: readonly T[];
}

/** What a JSON Schema for T must say; {@link jsonSchema} turns it into one. */
export type SchemaFor<T> =
  | Reference<T>
  | ([T] extends [readonly (infer V)[]]
      ? ListOf<V>
      : [T] extends [string]
        ? string extends T
          ? TextOf | OneOf<T>
          : OneOf<T>
        : [T] extends [number]
          ? number extends T
            ? NumberOf
            : OneOf<T>
          : [T] extends [boolean]
            ? { type: 'boolean' } & Said
            : [T] extends [string | number]
              ? { type: readonly ['string', 'number'] } & Said
              : string extends keyof T
                ? MapOf<T[keyof T]>
                : ObjectOf<T>);

declare const refers: unique symbol;

/** A schema under `$defs`. */
export interface Reference<T> {
  $ref: string;
  [refers]?: T;
}

/** All members of a union that no table lists: leaving one out does not compile. */
export function every<T extends string>(members: { [K in T]: true }): T[] {
  return Object.keys(members) as T[];
}

export function reference<T>(name: string): Reference<T> {
  return { $ref: `#/$defs/${name}` };
}

interface Shape {
  properties?: Record<string, object>;
  optional?: object;
  values?: object;
  items?: object;
}

/** The JSON Schema (draft 2020-12) of a shape: objects are closed, `required` is what is not optional. */
export function jsonSchema(shape: object): object {
  const { properties, optional = {}, values, items, ...rest } = shape as Shape;
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([name, each]) => [name, jsonSchema(each)]);
    return {
      type: 'object',
      ...rest,
      properties: Object.fromEntries(entries),
      required: Object.keys(properties).filter((name) => !Object.hasOwn(optional, name)),
      additionalProperties: false,
    };
  }
  if (values !== undefined) return { type: 'object', ...rest, additionalProperties: jsonSchema(values) };
  if (items !== undefined) return { type: 'array', ...rest, items: jsonSchema(items) };
  return rest;
}
