import type { ItemOf } from '#console/api/client.ts';
import type { StatusText } from '#console/orders/words.ts';

export type TerminalHealth = ItemOf<'terminals health'>;

/** Says in a word whether a terminal takes payments. */
export function stateOf({ up, circuit, attempts }: TerminalHealth): StatusText {
  if (!up) return { tone: 'quiet', text: 'Switched off' };
  if (circuit === 'open') return { tone: 'bad', text: 'Calls fail' };
  return attempts === 0 ? { tone: 'quiet', text: 'Not used' } : { tone: 'good', text: 'Up' };
}

export function milliseconds(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString('en')} ms`;
}
