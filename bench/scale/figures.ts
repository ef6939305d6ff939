/** A measured value and the most that it may be. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  limit?: number;
}

const NAME_WIDTH = 52;
const VALUE_WIDTH = 12;

export function isWithin({ value, limit }: Figure): boolean {
  return limit === undefined || value <= limit;
}

export function lineOf(figure: Figure): string {
  const { name, value, unit, limit } = figure;
  const shown = `  ${name.padEnd(NAME_WIDTH)}${round(value).padStart(VALUE_WIDTH)} ${unit}`;
  if (limit === undefined) return shown;
  return `${shown}, limit ${round(limit)}: ${isWithin(figure) ? 'kept' : 'MISSED'}`;
}

function round(value: number): string {
  const digits = Number.isInteger(value) ? 0 : value < 10 ? 2 : 1;
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Returns the value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The limit for the peak memory of one process of a server. */
export const MEMORY_LIMIT_MIB = 512;
