import { expect, it } from 'vitest';
import { machineTimers } from '../timers.ts';
import { batchConcurrentInputs, type BatchingOptions } from './batch.ts';

interface Run {
  inputs: readonly number[];
  end: () => void;
}

/** Answers each number with ten times as much, when a test ends the run; 13 makes its whole run fail. */
function held(options: Partial<BatchingOptions<number, number>> = {}) {
  const runs: Run[] = [];
  const ask = batchConcurrentInputs<number, number>({
    sizeOf: (waiting) => Math.min(waiting, 3),
    run(inputs) {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      const end = () => {
        if (inputs.includes(13)) reject(new Error(`wrong: ${inputs.join()}`));
        else resolve(inputs.map((input) => input * 10));
      };
      runs.push({ inputs, end });
      return promise;
    },
    ...options,
  });
  const asked = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ask(from + index));
  return { runs, ask, asked };
}

function inputsOf(runs: readonly Run[]) {
  return runs.map(({ inputs }) => inputs);
}

it('The first input runs at once, and those that arrive meanwhile run in batches', async () => {
  const { runs, asked } = held();
  const answers = asked(1, 6);
  expect(inputsOf(runs)).toEqual([[1]]);
  runs[0]?.end();
  await expect.poll(() => inputsOf(runs)).toEqual([[1], [2, 3, 4]]);
  runs[1]?.end();
  await expect.poll(() => inputsOf(runs)).toEqual([[1], [2, 3, 4], [5, 6]]);
  runs[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
});

it('An error that a single input may have caused fails only that input', async () => {
  const { runs, asked } = held({ mayBeCausedByOneInput: () => true });
  const answers = Promise.allSettled(asked(11, 14));
  runs[0]?.end();
  await expect.poll(() => inputsOf(runs)).toEqual([[11], [12, 13, 14]]);
  runs[1]?.end();
  await expect.poll(() => inputsOf(runs).slice(2)).toEqual([[12], [13], [14]]);
  for (const { end } of runs.slice(2)) end();
  expect(await answers).toMatchObject([
    { value: 110 },
    { value: 120 },
    { reason: { message: 'wrong: 13' } },
    { value: 140 },
  ]);
});

it('Any other error fails the whole batch, and later inputs still run', async () => {
  const { runs, ask, asked } = held();
  const answers = Promise.allSettled(asked(12, 14));
  runs[0]?.end();
  await expect.poll(() => inputsOf(runs)).toEqual([[12], [13, 14]]);
  runs[1]?.end();
  const failed = { reason: { message: 'wrong: 13,14' } };
  expect(await answers).toMatchObject([{ value: 120 }, failed, failed]);
  const next = ask(15);
  runs[2]?.end();
  expect(await next).toBe(150);
});

it('A slow batch does not hold up the next one', async () => {
  const { runs, asked } = held({ slow: { ms: 1, timers: machineTimers } });
  const answers = asked(1, 3);
  await expect.poll(() => inputsOf(runs)).toEqual([[1], [2, 3]]);
  for (const { end } of runs.toReversed()) end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});
