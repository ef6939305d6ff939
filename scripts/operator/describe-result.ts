/** A command's result for people: a word, a line for each value, or indented JSON where values nest. */
export function describeResult(result: unknown): string {
  if (result === true) return 'Done.';
  if (Array.isArray(result) && result.length === 0) return 'None.';
  if (!isFlat(result)) return JSON.stringify(result, null, 2);
  const entries = Object.entries(result);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n');
}

function isFlat(result: unknown): result is Record<string, string | number | boolean | null> {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return false;
  return Object.values(result).every((value) => value === null || typeof value !== 'object');
}
