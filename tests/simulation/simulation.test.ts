import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSimulationDatabase, type SimulationDatabase } from './database.ts';
import { shortened } from './shorten.ts';
import { simulate } from './simulation.ts';

const SEEDS = 200;
/** So few that 200 seeds take less than 40 seconds of a processor. */
const STEPS = 30;

let held: SimulationDatabase;

beforeAll(async () => {
  held = await openSimulationDatabase('pglite');
});

afterAll(() => held.close());

it('Two simulations of one seed take the same steps, and those of another seed take others', async () => {
  const options = { steps: 150, engine: 'pglite' } as const;
  const first = await simulate(held, { ...options, seed: 7 });
  const other = await simulate(held, { ...options, seed: 8 });
  const again = await simulate(held, { ...options, seed: 7 });
  expect(again.trace).toEqual(first.trace);
  expect(again.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
});

it(`Payments of ${SEEDS} seeds lose and double no money`, async () => {
  const failures: object[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { findings, foundAt } = await simulate(held, { seed, steps: STEPS, engine: 'pglite' });
    if (findings.length > 0) failures.push({ seed, foundAt, findings });
  }
  expect(failures).toEqual([]);
});

it('A failure is shortened to what it needs', async () => {
  const options = { seed: 7, steps: 60, engine: 'pglite' } as const;
  const { db } = held.database;
  await db.updateTable('merchants').set({ payin_webhook_url: null }).execute();
  try {
    const result = await simulate(held, options);
    expect(result.findings[0]).toMatch(/^webhook .* is /);
    const short = await shortened(held, options, result);
    expect(short.result.findings).not.toEqual([]);
    expect(short.options.without?.length).toBeGreaterThan(0);
  } finally {
    const payin_webhook_url = 'https://shop.example/webhooks';
    await db.updateTable('merchants').set({ payin_webhook_url }).execute();
  }
});
