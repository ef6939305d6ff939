/** Pseudo-random numbers from a seed, so that a drill that found something can be repeated. */
export interface Random {
  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number;
  among<T>(choices: readonly [T, ...T[]]): T;
}

/** Mulberry32: small, and good enough to choose faults with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    among: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}
