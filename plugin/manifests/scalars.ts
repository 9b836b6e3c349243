/** What a scalar or a key fails by, in words for whoever wrote it; the reader of the document adds the line. */
export class ScalarFault extends Error {}

/** A scalar with its tag, without `tag:yaml.org,2002:`. Integers are bigint until they become JSON. */
interface Resolved {
  readonly tag: string;
  readonly value: string | boolean | null | number | bigint;
}

const resolvable = new Set(['', 'str', 'bool', 'int', 'float', 'null', 'timestamp']);

const words: ReadonlyMap<string, Resolved> = new Map([
  ...row('bool', true, 'y Y yes Yes YES true True TRUE on On ON'),
  ...row('bool', false, 'n N no No NO false False FALSE off Off OFF'),
  ...row('null', null, ' ~ null Null NULL'),
  ...row('float', Number.NaN, '.nan .NaN .NAN'),
  ...row('float', Number.POSITIVE_INFINITY, '.inf .Inf .INF +.inf +.Inf +.INF'),
  ...row('float', Number.NEGATIVE_INFINITY, '-.inf -.Inf -.INF'),
]);

function row(tag: string, value: Resolved['value'], texts: string): [string, Resolved][] {
  return texts.split(' ').map((text) => [text, { tag, value }]);
}

/**
 * A plain or tagged scalar as Kubernetes' tools send it: YAML 1.1 without sexagesimal numbers, and times stay text
 * (https://github.com/yaml/go-yaml/blob/v2.4.4/resolve.go, on which sigs.k8s.io/yaml stands).
 * @param tag empty for none; one of somebody's own leaves the text as it is
 * @throws ScalarFault for a text that its tag does not fit, and for a number that JSON does not have
 */
export function scalarValue(tag: string, text: string): unknown {
  const { value } = resolve(tag, text);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ScalarFault(`JSON has no number ${text}; quote it`);
  return value;
}

/** The same for a key: JSON has texts alone. @throws ScalarFault also for an empty one */
export function scalarKey(tag: string, text: string): string {
  const { value } = resolve(tag, text);
  if (value === null) throw new ScalarFault('a key is empty');
  if (typeof value === 'bigint' && value >= 2n ** 63n)
    throw new ScalarFault('a number of more than 63 bits cannot be a key; quote it');
  return typeof value === 'number' ? floatKey(value) : String(value);
}

function resolve(tag: string, text: string): Resolved {
  if (tag === 'binary') return { tag, value: decoded(text) };
  if (tag === 'str' || !resolvable.has(tag)) return { tag, value: text };
  const found = words.get(text) ?? inferred(tag, text);
  if (tag === '' || tag === found.tag) return found;
  if (tag === 'float' && found.tag === 'int') return { tag, value: Number(found.value) };
  throw new ScalarFault(`${text === '' ? 'nothing' : text} is no !!${tag}`);
}

function inferred(tag: string, text: string): Resolved {
  const str: Resolved = { tag: 'str', value: text };
  if (text.startsWith('.'))
    return /^\.\d+(_\d+)*([eE][-+]?\d+(_\d+)*)?$/.test(text) ? float(text.replaceAll('_', ''), text) : str;
  if (!/^[-+\d]/.test(text)) return str;
  if ((tag === '' || tag === 'timestamp') && isTime(text)) return { tag: 'timestamp', value: text };
  const plain = text.replaceAll('_', '');
  const value = integer(plain);
  if (value !== undefined) return { tag: 'int', value };
  return /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(plain) ? float(plain, text) : str;
}

/** A number that no 64 bits hold is text. */
function float(plain: string, text: string): Resolved {
  const value = Number(plain);
  return Number.isFinite(value) ? { tag: 'float', value } : { tag: 'str', value: text };
}

/** In the bases of Go, of 64 bits; only without a sign it may need the last of them. */
function integer(text: string): bigint | undefined {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const size = unsigned(digits) ?? strayBinary(text);
  if (size === undefined) return undefined;
  const value = sign === '-' ? -size : size;
  return value >= -(2n ** 63n) && value < (sign === '' ? 2n ** 64n : 2n ** 63n) ? value : undefined;
}

function unsigned(digits: string): bigint | undefined {
  if (/^(0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|0|[1-9]\d*)$/.test(digits)) return BigInt(digits);
  return /^0[0-7]+$/.test(digits) ? BigInt(`0o${digits}`) : undefined;
}

/** `0b-1`: go-yaml takes it. */
function strayBinary(text: string): bigint | undefined {
  const [, sign, digits = ''] = /^0b([-+])([01]+)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return sign === '-' ? -BigInt(`0b${digits}`) : BigInt(`0b${digits}`);
}

function isTime(text: string): boolean {
  const [, month, day, , hour = 0, minute = 0, second = 0] =
    /^\d{4}-(\d{1,2})-(\d{1,2})([Tt ](\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/.exec(text) ??
    [];
  return (
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= 31 &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

/** Bytes that are no UTF-8 become the sign for that, as in Go's JSON. */
function decoded(text: string): string {
  const plain = text.replaceAll(/[\r\n]/g, '');
  if (plain.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(plain))
    throw new ScalarFault('a !!binary is not base64');
  return new TextDecoder().decode(Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0)));
}

/** As Go writes a float of 32 bits in the fewest digits: with an exponent from 1e+06 on and below 1e-04. */
function floatKey(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  const shortest = Array.from({ length: 9 }, (_, at) => single.toExponential(at)).find(
    (text) => Math.fround(Number(text)) === single,
  );
  const [digits = '', power = '0'] = (shortest ?? String(single)).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(`${digits}e${power}`));
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
