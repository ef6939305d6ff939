import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { Sensitive } from './sensitive.ts';

const SECRET = '4242424242424242';
const card = new Sensitive(SECRET);

describe('Sensitive', () => {
  it('gives its value to who asks for it', () => {
    expect(card.reveal()).toBe(SECRET);
  });

  it.each([
    ['JSON', JSON.stringify({ card })],
    ['text', String(card)],
    ['a joined list', [card].join()],
    ['the inspector', inspect({ card }, { depth: null, showHidden: true })],
    ['a copy', JSON.stringify(Object.assign({}, card))],
    ['a structured clone', inspect(structuredClone(card))],
    ['an error', inspect(new Error('refused', { cause: card }))],
  ])('shows nothing to %s', (_, shown) => {
    expect(shown).not.toContain(SECRET);
  });
});
