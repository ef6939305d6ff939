import { expect, it } from 'vitest';
import { addressesOf, parseCellAddresses, shownAddress } from './cell-addresses.ts';

const ONE = 'postgres://tollgate@one/tollgate';
const SEVERAL = 'postgres://tollgate@two:5432,three:5432/tollgate';

it('addressesOf takes addresses from the map, or else the default one', () => {
  const addressed = parseCellAddresses(`4=${ONE}, 1-2=${SEVERAL}`.replace(', ', ','));
  expect(addressed).toEqual([
    { first: 1, last: 2, address: SEVERAL },
    { first: 4, last: 4, address: ONE },
  ]);
  expect(addressesOf(6, addressed ?? [], 'postgres://here')).toEqual([
    SEVERAL,
    SEVERAL,
    'postgres://here',
    ONE,
    'postgres://here',
  ]);
  expect(addressesOf(1, [], 'postgres://here')).toEqual([]);
});

it.each([
  ['no map', 'here'],
  ['an address alone', ONE],
  ['cell 0', `0=${ONE}`],
  ['a range that ends before it begins', `3-2=${ONE}`],
  ['two addresses of a cell', `1-3=${ONE},3=${SEVERAL}`],
  ['another database', '1=mysql://one/tollgate'],
  ['a server that takes no writes', `1=${ONE}?target_session_attrs=standby`],
  ['nothing after a comma', `1=${ONE},2=`],
])('parseCellAddresses returns undefined for %s', (_, text) => {
  expect(parseCellAddresses(text)).toBeUndefined();
});

it.each([
  [undefined, null],
  ['postgres://user:hush@one:5432,two/tollgate?password=hush', 'one:5432,two/tollgate'],
  ['postgresql:///tollgate?host=/run/postgresql', '/tollgate'],
])('shownAddress shows %j as %j', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
