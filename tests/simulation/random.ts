/** A seeded stream of random numbers. */
export interface Random {
  /** Returns a number in [0, 1). */
  next: () => number;
  /** Returns a whole number from 0 to below `end`. */
  below: (end: number) => number;
  isBelow: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T | undefined;
  uuid: () => string;
}

/** Creates a stream (mulberry32). Streams of different names of one seed have nothing in common. */
export function createRandom(seed: number, name = ''): Random {
  let state = Array.from(name).reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    seed ^ 0x9e3779b9,
  );
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    isBelow: (probability) => next() < probability,
    pick: (from) => from[below(from.length)],
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
