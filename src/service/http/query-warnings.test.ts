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
])('warns that %s was ignored, and suggests %s', (given, meant) => {
  expect(queryWarnings('listPayins', { [given]: 'x', page: '1' })).toEqual([
    `${given} was ignored; did you mean ${meant}?`,
  ]);
});

it.each(['page', 'statuses[]', 'utm_source', 'x', 'status4242424242424242', 'status\r\nx', 'st'])(
  'does not warn about %j',
  (given) => {
    expect(queryWarnings('listPayins', { [given]: 'x' })).toEqual([]);
  },
);

it('warns about nothing for an endpoint without parameters, and at most five times', () => {
  expect(queryWarnings('getPayin', { ids: '1' })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`status_${at}`, 'x']));
  expect(queryWarnings('listPayins', many)).toHaveLength(5);
});
