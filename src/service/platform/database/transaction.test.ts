import { expect, it } from 'vitest';
import { retryOnConflict } from './transaction.ts';

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' });

it.each([
  ['as the database says it', DEADLOCK],
  ['as a migration says it', new Error('The database was not migrated', { cause: DEADLOCK })],
])('A deadlock makes the transaction run again, %s', async (_how, error) => {
  let made = 0;
  const done = await retryOnConflict(async () => {
    made += 1;
    if (made === 1) throw error;
    return Promise.resolve('done');
  });
  expect([done, made]).toEqual(['done', 2]);
});
