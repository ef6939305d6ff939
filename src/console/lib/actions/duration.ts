/** Units of durations as people write them: "30 minutes" is 1,800 seconds. */
const UNITS = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3_600],
  ['days', 86_400],
] as const;

export const durationUnits = UNITS.map(([name]) => name);

/** Returns a duration in the largest unit that divides it evenly: "2 hours". */
export function durationText(seconds: number): string {
  const [name, length] =
    UNITS.findLast(([, each]) => seconds >= each && seconds % each === 0) ?? UNITS[0];
  return `${seconds / length} ${name}`;
}

/** Like `durationText`, with the singular for one: "1 day". */
export function durationInWords(seconds: number): string {
  const text = durationText(seconds);
  return text.startsWith('1 ') ? text.slice(0, -1) : text;
}

/** Splits a duration into number and unit. A missing number is '', a missing unit is minutes. */
export function durationParts(text: string): { number: string; unit: string } {
  const [number = '', unit = 'minutes'] = text.trim().split(/\s+/);
  return { number, unit };
}

/** @returns undefined if the text is not a duration, or not a whole number of seconds */
export function secondsIn(text: string): number | undefined {
  const { number, unit } = durationParts(text);
  const length = UNITS.find(([name]) => name === unit)?.[1];
  const decimal = /^\d{1,9}(?:[.,]\d{1,3})?$/.test(number) ? Number(number.replace(',', '.')) : NaN;
  if (length === undefined || Number.isNaN(decimal)) return undefined;
  const seconds = Math.round(decimal * length * 1_000) / 1_000;
  return Number.isInteger(seconds) ? seconds : undefined;
}
