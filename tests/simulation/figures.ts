import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What a simulation counts; each is a line of what `npm run simulate` prints. */
const FIGURES = [
  'payins',
  'payouts',
  'refunds',
  'disputes',
  'webhooks',
  'crashes',
  'lost',
  'doubled',
  'late',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

export function noFigures(): Figures {
  return {
    payins: 0,
    payouts: 0,
    refunds: 0,
    disputes: 0,
    webhooks: 0,
    crashes: 0,
    lost: 0,
    doubled: 0,
    late: 0,
  };
}

/** The sums of several simulations. */
export interface Totals {
  figures: Figures;
  findings: number;
  /** Of one simulation, the hash of its trace; of several, a hash of theirs. */
  hash: string;
}

export function newTotals(): Totals {
  return { figures: noFigures(), findings: 0, hash: '' };
}

export function addTotals(totals: Totals, { figures, findings, hash }: Totals): void {
  for (const name of FIGURES) totals.figures[name] += figures[name];
  totals.findings += findings;
  totals.hash = totals.hash === '' ? hash : hashOf([totals.hash + hash]);
}

export function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

const counted = z.number().int().nonnegative();
const totalsSchema = z.object({
  figures: z.record(z.enum(FIGURES), counted),
  findings: counted,
  hash: z.string(),
});

/** Reads the totals that another process sent. @throws if it sent something else */
export function readTotals(message: unknown): Totals {
  return totalsSchema.parse(message);
}
