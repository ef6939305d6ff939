import { inWords } from '#console/orders/words.ts';

/**
 * Flattens an object of the interface into readable facts: `{ address: { city } }` becomes "Address, city". Depth and
 * length need no limit: the interface has no deep or long objects.
 */
export function factsIn(value: object, within = ''): [name: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, string][] => {
    const label = within === '' ? labelOf(name) : `${within}, ${labelOf(name).toLowerCase()}`;
    if (part === null || part === undefined) return [];
    if (Array.isArray(part)) return [[label, part.map(String).join(', ')]];
    if (typeof part === 'object') return factsIn(part, label);
    return [[label, textOf(part)]];
  });
}

function labelOf(name: string): string {
  return name === 'email' ? 'E-mail' : inWords(name);
}

function textOf(part: unknown): string {
  if (typeof part === 'boolean') return part ? 'yes' : 'no';
  return String(part);
}
