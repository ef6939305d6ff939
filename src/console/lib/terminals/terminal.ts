import * as v from 'valibot';
import { page } from '#console/api/ask.ts';

const orNull = v.nullable(v.string());
const number = v.nullable(v.number());

/** How a terminal does, as `terminals health` answers. */
const health = v.object({
  id: v.string(),
  terminal: v.string(),
  adapter: v.string(),
  merchant: orNull,
  up: v.boolean(),
  circuit: v.picklist(['closed', 'open']),
  circuit_open_since: orNull,
  attempts: v.number(),
  approved: v.number(),
  declined: v.number(),
  failed: v.number(),
  open: v.number(),
  approval_rate: number,
  latency_p50_ms: number,
  latency_p95_ms: number,
  last_approved_at: orNull,
  last_failed_at: orNull,
});
export type TerminalHealth = v.InferOutput<typeof health>;
export const healthPage = page(health);

/** Of `terminals show`, what the health does not say. */
export const terminalSettings = v.object({
  settings: v.record(v.string(), v.unknown()),
  /** Fingerprints: what they are of is never shown. */
  credentials: v.record(v.string(), v.unknown()),
});

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
