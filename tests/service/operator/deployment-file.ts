/** Deployment files for tests, and the answers to applying them. */
import { expect } from 'vitest';
import { z } from 'zod';
import { placeOf } from '#service/operator/deployment/file.ts';
import type { RunningService } from '../../support/process/service.ts';

type Operated = Pick<RunningService, 'operator' | 'db'>;

export const card = {
  name: 'card',
  direction: 'payin',
  payment_source: 'CARD',
  currency: 'EUR',
  fee_percent: '1.50',
  amount_min: '1.00',
  amount_max: '5000',
  waiting_seconds: 900,
};

export const upstream = {
  name: 'upstream',
  adapter: 'orders-api',
  settings: { base_url: 'http://localhost:3000' },
  credentials: {
    api_key_id: '00000000-0000-4000-8000-000000000001',
    api_secret: 'kept secret',
    webhook_secret: 'kept secret too',
  },
};

export interface Parts {
  merchant?: object;
  gate?: object;
  method?: object;
  terminal?: object;
}

/** Returns a file with one complete merchant, by default named Acme. */
export function file({ merchant, gate, method, terminal }: Parts = {}) {
  const methods = [{ ...card, routes: [{ terminal: 'upstream', priority: 1 }], ...method }];
  const gates = [{ name: 'main', accounts: ['EUR'], methods, ...gate }];
  return {
    terminals: [{ ...upstream, ...terminal }],
    merchants: [{ name: 'Acme', gates, ...merchant }],
  };
}

const applied = z.object({
  changes: z.array(
    z.object({ kind: z.string(), place: z.string(), members: z.record(z.string(), z.unknown()) }),
  ),
  terminals: z.record(z.string(), z.uuid()),
  merchants: z.record(
    z.string(),
    z.strictObject({
      id: z.uuid(),
      gates: z.record(
        z.string(),
        z.strictObject({ id: z.uuid(), methods: z.record(z.string(), z.uuid()) }),
      ),
    }),
  ),
});

export async function apply({ operator }: Pick<Operated, 'operator'>, deployment: object) {
  const { status, body } = await operator('apply', { deployment });
  expect(status, JSON.stringify(body)).toBe(200);
  return applied.parse(body);
}

const refused = z.object({
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })),
});

/** Applies a file that must be refused, and returns the errors, each with its place by names. */
export async function reasons({ operator }: Operated, deployment: object): Promise<string[]> {
  const { status, body } = await operator('apply', { deployment });
  expect(status).toBe(400);
  const { detail, errors } = refused.parse(body);
  expect(detail).toBe('The file cannot be applied. Nothing was changed.');
  return errors.map(({ pointer, detail: error }) => {
    const path = pointer.split('/').slice(2);
    const steps = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return `${placeOf(steps, deployment)}: ${error}`;
  });
}

/** Returns the settings tables. */
export async function everything({ db }: Operated) {
  const tables = ['terminals', 'merchants', 'gates', 'gate_accounts', 'gate_methods', 'routes'];
  const rowsOf = (table: string) =>
    db
      .selectFrom(table as 'gates')
      .selectAll()
      .execute();
  const rows = await Promise.all(tables.map(rowsOf));
  return rows.map((all) => all.map((row) => JSON.stringify(row, withBigInts)).toSorted());
}

export function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
