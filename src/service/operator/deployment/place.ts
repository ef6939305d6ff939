import { z } from 'zod';

/** Where in a file something stands, by names rather than by numbers: `merchants[Acme].gates[main]`. */
export function member(list: string, name: string | undefined, index: number): string {
  return `${list}[${name ?? `#${index + 1}`}]`;
}

const named = z.object({ name: z.string() });
const routed = z.object({ terminal: z.string() });

/** The same for a path that a schema complains of, in the file that it has read. */
export function placeOf(path: readonly PropertyKey[], file: unknown): string {
  let within = file;
  let place = '';
  for (const step of path) {
    within = inside(within, step);
    if (typeof step === 'number') {
      const name = named.safeParse(within).data?.name ?? routed.safeParse(within).data?.terminal;
      place += member('', name, step);
    } else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place;
}

function inside(value: unknown, step: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(step))?.[1];
}
