import { inWords } from '#console/orders/words.ts';

/**
 * Flattens an object of the interface into readable facts: `{ address: { city } }` becomes "Address, city". Depth and
 * length need no limit: the interface has no deep or long objects.
 */
export function factsIn(value: object, within = ''): [name: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, string][] => {
    const label = labelOf(name, within);
    if (part === null || part === undefined) return [];
    if (Array.isArray(part)) return [[label, part.map(String).join(', ')]];
    if (typeof part === 'object') return factsIn(part, label);
    return [[label, textOf(part)]];
  });
}

function labelOf(name: string, within: string): string {
  if (name === 'email') return 'E-mail';
  const label = inWords(name).replaceAll(INITIALS, (word) => word.toUpperCase());
  if (within === '') return label;
  // A currency or a payment source keeps its capitals.
  const isCode = name === name.toUpperCase();
  return `${within}, ${isCode ? name : label.charAt(0).toLowerCase() + label.slice(1)}`;
}

const INITIALS = /\b(api|hmac|url)\b/gi;

function textOf(part: unknown): string {
  if (typeof part === 'boolean') return part ? 'yes' : 'no';
  return String(part);
}
