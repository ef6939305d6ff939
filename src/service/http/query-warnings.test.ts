import { expect, it } from 'vitest';
import { queryWarnings } from './query-warnings.ts';

it.each([
  ['status', 'statuses'],
  ['statuses[0]', 'statuses'],
  ['Statuses', 'statuses'],
  ['start_date', 'startDate'],
  ['currencys', 'currencies'],
  ['pages', 'page'],
  ['sizes[]', 'size'],
])('tells of %s, which was ignored, that %s may have been meant', (given, meant) => {
  expect(queryWarnings('listPayins', { [given]: 'x', page: '1' })).toEqual([
    `${given} was ignored; did you mean ${meant}?`,
  ]);
});

it.each(['page', 'statuses[]', 'utm_source', 'x', 'status4242424242424242', 'status\r\nx', 'st'])(
  'tells nothing of %j',
  (given) => {
    expect(queryWarnings('listPayins', { [given]: 'x' })).toEqual([]);
  },
);

it('tells nothing where there are no parameters, and no more than five things', () => {
  expect(queryWarnings('getPayin', { ids: '1' })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`status_${at}`, 'x']));
  expect(queryWarnings('listPayins', many)).toHaveLength(5);
});
