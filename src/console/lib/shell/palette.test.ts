import { describe, expect, it } from 'vitest';
import { entriesFor } from './palette.ts';

const NAVIGATION = [
  { text: 'Overview', path: '/overview', command: 'overview show' },
  { text: 'Ledger', path: '/ledger', command: 'ledger balances' },
] as const;
const everything = { navigation: NAVIGATION, may: () => true, open: [] };

function texts(text: string, may = everything.may as (command: string) => boolean) {
  return entriesFor(text, { navigation: NAVIGATION, may, open: [] }).map(
    (entry) => `${entry.kind} ${entry.text}`,
  );
}

describe('the command palette', () => {
  it('offers views and actions before anything is typed', () => {
    expect(texts('')).toEqual(expect.arrayContaining(['Go to Ledger', 'Do Invite somebody']));
    expect(texts('').some((text) => text.startsWith('Find'))).toBe(false);
  });

  it.each([
    ['led', ['Go to Ledger', 'Find orders by reference or name: led']],
    ['in so', ['Do Invite somebody', 'Find orders by reference or name: in so']],
    ['new link', ['Do New payment link', 'Find orders by reference or name: new link']],
    ['mat file', ['Do Match a settlement file', 'Find orders by reference or name: mat file']],
    ['anna@shop.example', ['Find orders by e-mail: anna@shop.example']],
    ['4242', ['Find orders by the last four digits: 4242']],
  ])('offers the matching entries for %j', (typed, offered) => {
    expect(texts(typed)).toEqual(offered);
  });

  it('finds an order by its id, and puts no card number into a URL', () => {
    const id = '0f6a1c9e-8f4c-4d2a-9b52-1f5f1f0f7d10';
    expect(entriesFor(id, everything)).toEqual([
      { kind: 'Find', text: `the order: ${id}`, path: `/orders/${id}` },
    ]);
    const [card] = entriesFor('4242 4242 4242 4242', everything);
    expect(JSON.stringify(card)).not.toContain('424242424242');
  });

  it('offers the actions of the open view first', () => {
    const run = () => undefined;
    const open = [{ text: 'Refund the payin', run }];
    expect(entriesFor('', { ...everything, open })[0]).toEqual({
      kind: 'Do',
      text: 'Refund the payin',
      run,
    });
    expect(entriesFor('led', { ...everything, open })[0]?.text).toBe('Ledger');
  });

  it('offers nothing that the operator may not use', () => {
    expect(texts('', (command) => command === 'overview show')).toEqual([
      'Go to Overview',
      'Go to Your account',
      'Do Light theme',
      'Do Dark theme',
      'Do Keyboard help',
      'Do Sign out',
    ]);
  });
});
