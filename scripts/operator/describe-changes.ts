import { toVisible } from '#contract/visible-text.ts';

/** A change made by applying a file, as the service answers it. */
export interface DescribedChange {
  kind: 'add' | 'change' | 'switch_off';
  place: string;
  members: Record<string, { before?: unknown; after?: unknown }>;
}

const MARKS = { add: '+', change: '~', switch_off: '-' } as const;

/** Returns a line for each change, and one for each of its members. */
export function describeChanges(changes: readonly DescribedChange[]): string {
  return changes.map(described).join('');
}

function described({ kind, place, members }: DescribedChange): string {
  const lines = Object.entries(members).map(([name, { before, after }]) =>
    kind === 'add'
      ? `    ${name}: ${text(after)}\n`
      : `    ${name}: ${text(before)} → ${text(after)}\n`,
  );
  return `${MARKS[kind]} ${place}\n${lines.join('')}`;
}

function text(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? toVisible(value) : JSON.stringify(value);
}
