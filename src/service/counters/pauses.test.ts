import { expect, it } from 'vitest';
import { createPauses } from './pauses.ts';

const LIMITS = { shortestMs: 2_000, longestMs: 300_000 };

function started() {
  const clock = { ms: 0 };
  return { clock, pauses: createPauses(LIMITS, () => clock.ms) };
}

it.each([
  [400, 2_000],
  [20_000, 20_000],
  [2_400_000, 300_000],
])('turns a pause of %i ms into one within the limits: %i', (askedMs, pauseMs) => {
  const { pauses } = started();
  pauses.did(0, askedMs);
  expect(pauses.nextMs()).toBe(pauseMs);
});

it('pauses for the shortest time at first', () => {
  expect(started().pauses.nextMs()).toBe(2_000);
});

it('adds up the pauses of all cells', () => {
  const { pauses } = started();
  for (let cell = 0; cell < 16; cell += 1) pauses.did(cell, 1_000);
  expect(pauses.nextMs()).toBe(16_000);
});

it('uses only the latest pause of a cell', () => {
  const { pauses } = started();
  pauses.did(0, 100_000);
  pauses.did(0, 4_000);
  expect(pauses.nextMs()).toBe(4_000);
});

it('leaves out cells without recent work', () => {
  const { clock, pauses } = started();
  for (let cell = 1; cell < 16; cell += 1) pauses.did(cell, 40_000);
  pauses.did(0, 4_000);
  expect(pauses.nextMs()).toBe(LIMITS.longestMs);
  clock.ms = 2 * LIMITS.longestMs + 1;
  pauses.did(0, 4_000);
  expect(pauses.nextMs()).toBe(4_000);
});

it('lets one cell work at a time, with a rest in between', () => {
  const { clock, pauses } = started();
  expect(pauses.begin()).toBe(true);
  expect(pauses.begin()).toBe(false);
  pauses.end(40_000);
  clock.ms = 3_999;
  expect(pauses.begin()).toBe(false);
  clock.ms = 4_000;
  expect(pauses.begin()).toBe(true);
});

it('presumes after a minute that work has failed, and lets other work begin', () => {
  const { clock, pauses } = started();
  pauses.begin();
  clock.ms = 60_000;
  expect(pauses.begin()).toBe(true);
});
