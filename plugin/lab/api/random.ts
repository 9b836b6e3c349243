/** A seeded generator of numbers from 0 to below 1 (mulberry32): the same seed, the same run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A UUID of version 4 from that generator. */
export function uuid(random: () => number): string {
  const hex = (digits: number): string =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(random() * 4)]}${hex(3)}-${hex(6)}${hex(6)}`;
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Random end of a generated name, of the characters Kubernetes uses (no vowels). */
export function suffix(random: () => number, length = 5): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** A hash of text in the same alphabet (FNV-1a, 32 bits), for pod template hashes. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return [...String(hash)].map((digit) => alphabet[Number(digit)]).join('');
}
