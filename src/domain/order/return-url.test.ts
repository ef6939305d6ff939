import { expect, it } from 'vitest';

import { returnUrlFor } from './return-url.ts';

const urls = { success: 's', pending: 'p', fail: 'f' };

it.each([
  ['CREATED', 'p'],
  ['IN_PROGRESS', 'p'],
  ['PROCESS_PENDING', 'p'],
  ['SUCCESS', 's'],
  ['FAILED', 'f'],
  ['CLOSED', 'f'],
] as const)('a customer of an order that is %s goes back to %s', (status, url) => {
  expect(returnUrlFor(status, urls)).toBe(url);
});

it('returns no other address if the matching one was not given', () => {
  expect(returnUrlFor('SUCCESS', { fail: 'f' })).toBeUndefined();
});
