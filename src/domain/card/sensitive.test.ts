import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { Sensitive } from './sensitive.ts';

const SECRET = '4242424242424242';
const card = new Sensitive(SECRET);

describe('Sensitive', () => {
  it('returns its value on request', () => {
    expect(card.reveal()).toBe(SECRET);
  });

  it.each([
    ['JSON', JSON.stringify({ card }), '{"card":"[redacted]"}'],
    ['text', String(card), '[redacted]'],
    ['a joined list', [card].join(), '[redacted]'],
    ['the inspector', inspect({ card }, { depth: null, showHidden: true }), '{ card: [redacted] }'],
    ['a copy', JSON.stringify(Object.assign({}, card)), '{}'],
    ['a structured clone', inspect(structuredClone(card)), '{}'],
  ])('shows nothing to %s', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  it('shows nothing to an error', () => {
    const shown = inspect(new Error('refused', { cause: card }));
    expect(shown).not.toContain(SECRET);
    expect(shown).toContain('[redacted]');
  });
});
