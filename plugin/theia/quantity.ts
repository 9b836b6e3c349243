const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/**
 * The number that a resource quantity stands for, or undefined for what is none. The API server gives quantities back in
 * another spelling than they were sent in (`1000M` as `1G`), so they are compared by value
 * (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/).
 */
export function quantity(text: string): number | undefined {
  const [, digits, unit = '', exponent] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d{1,3}))?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const power = binary.indexOf(unit) + 1;
  if (power > 0) return Number(digits) * 1024 ** power;
  return Number(`${digits}e${exponent ?? decimal[unit] ?? 0}`);
}

/** Equal by value; texts that are no quantities are equal when they are the same. */
export function sameQuantity(one: string, other: string): boolean {
  const [left, right] = [quantity(one), quantity(other)];
  return left === undefined || right === undefined ? one === other : left === right;
}
