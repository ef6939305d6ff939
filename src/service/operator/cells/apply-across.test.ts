import { expect, it } from 'vitest';
import { merchantsNamed, splitFile } from './apply-across.ts';

function named(name: string) {
  return { name };
}

const KNOWN = [
  { cell: 0, merchants: 5, names: ['Ada'], owners: new Map([['shared', null]]) },
  { cell: 1, merchants: 1, names: [], owners: new Map([['shared', null]]) },
  {
    cell: 2,
    merchants: 2,
    names: ['Bo'],
    owners: new Map([
      ['shared', null],
      ['owned', 'Bo'],
    ]),
  },
];

it('splitFile gives each cell the part of the file that concerns it', () => {
  const shared = named('shared');
  const own = { ...named('own'), merchant: 'Bo' };
  const owned = { ...named('owned'), up: false };
  const file = {
    terminals: [shared, own, owned],
    merchants: ['Ada', 'Bo', 'Cy', 'Dee', 'Eve'].map(named),
    version: 1,
  };
  expect(merchantsNamed(file)).toEqual(['Ada', 'Bo', 'Cy', 'Dee', 'Eve']);
  expect(Object.fromEntries(splitFile(file, KNOWN, 'each'))).toEqual({
    0: { version: 1, terminals: [shared], merchants: [named('Ada')] },
    // After Cy, cell 1 has two merchants, as many as cell 2.
    1: { terminals: [shared], merchants: [named('Cy'), named('Dee')] },
    2: { terminals: [shared, own, owned], merchants: [named('Bo'), named('Eve')] },
  });
  expect(Object.fromEntries(splitFile(file, KNOWN, 0))).toEqual({
    0: { version: 1, terminals: [shared], merchants: [named('Ada')] },
    1: { terminals: [], merchants: [named('Cy'), named('Dee')] },
    2: { terminals: [own, owned], merchants: [named('Bo'), named('Eve')] },
  });
});

it('splitFile gives an invalid file to cell 0 unchanged', () => {
  const file = { merchants: 'none', terminals: [7, { merchant: 'Nobody' }] };
  expect(splitFile(file, KNOWN, 'each').get(0)).toEqual(file);
});
