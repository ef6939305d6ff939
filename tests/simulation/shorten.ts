import type { SimulationDatabase } from './database.ts';
import { simulate, type SimulationOptions, type SimulationResult } from './simulation.ts';

/** How many shorter traces are tried at most. */
const MOST_TRIED = 60;

/** Returns a shorter trace that fails as well: with fewer steps, and without what need not be begun. */
export async function shortened(
  held: SimulationDatabase,
  options: SimulationOptions,
  result: SimulationResult,
): Promise<{ options: SimulationOptions; result: SimulationResult }> {
  let best = { options, result };
  const attempt = async (changes: Partial<SimulationOptions>) => {
    const shorter = { ...best.options, ...changes };
    const found = await simulate(held, shorter);
    if (found.findings.length === 0) return false;
    best = { options: shorter, result: found };
    return true;
  };
  const { foundAt } = result;
  if (foundAt !== undefined && foundAt < options.steps) await attempt({ steps: foundAt + 1 });
  const { begun } = best.result;
  for (const without of parts(begun).slice(0, MOST_TRIED)) {
    const known = best.options.without ?? [];
    if (without.some((number) => !known.includes(number))) {
      await attempt({ without: [...new Set([...known, ...without])].toSorted((a, b) => a - b) });
    }
  }
  return best;
}

/** Returns the parts of a list of this length that are left out one after the other: halves, quarters, and so on. */
function parts(length: number): number[][] {
  const all: number[][] = [];
  for (let size = Math.ceil(length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < length; from += size) {
      all.push(Array.from({ length: Math.min(size, length - from) }, (_, place) => from + place));
    }
  }
  return all;
}
