import type { ItemOf } from '#console/api/client.ts';

export type TerminalHealth = ItemOf<'terminals health'>;

/** In a word, whether payments go there. */
export function stateOf({ up, circuit, attempts }: TerminalHealth) {
  if (!up) return { tone: 'quiet', text: 'Switched off' } as const;
  if (circuit === 'open') return { tone: 'bad', text: 'Calls fail' } as const;
  return attempts === 0
    ? ({ tone: 'quiet', text: 'Not used' } as const)
    : ({ tone: 'good', text: 'Up' } as const);
}

export function milliseconds(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString('en')} ms`;
}
