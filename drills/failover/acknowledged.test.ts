import { expect, it } from 'vitest';
import { Acknowledged, type KnownOrder } from './acknowledged.ts';

const made: KnownOrder = { id: 'a', reference_id: 'first', amount: 12.5, status: 'CREATED' };

it.each<[string, KnownOrder[], number]>([
  ['nothing where all is there', [{ ...made, status: 'SUCCESS' }], 0],
  ['an order that is gone, with its outcome', [], 2],
  ['another amount', [{ ...made, amount: 12.4, status: 'SUCCESS' }], 1],
  ['an outcome that was taken back', [made], 1],
  [
    'a second order of one reference',
    [
      { ...made, status: 'SUCCESS' },
      { ...made, id: 'b' },
    ],
    1,
  ],
])('comparing the acknowledged orders finds %s', (_, there, differences) => {
  const acknowledged = new Acknowledged();
  acknowledged.recordCreated({ reference_id: 'first', amount: 12.5 }, made);
  acknowledged.recordSeen({ ...made, status: 'SUCCESS' });
  expect(acknowledged.compare(there)).toHaveLength(differences);
});
