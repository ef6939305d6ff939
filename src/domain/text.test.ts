import { describe, expect, it } from 'vitest';
import { hasTooManyMarks, normalizeText } from './text.ts';

const ACUTE = '\u0301';
const HALF_WIDTH = '\uFF9E';

describe('marks on one letter', () => {
  it('are at most four, including half-width ones', () => {
    expect(hasTooManyMarks(`e${ACUTE.repeat(4)}`)).toBe(false);
    expect(hasTooManyMarks(`e${ACUTE.repeat(5)}`)).toBe(true);
    expect(hasTooManyMarks(`か${HALF_WIDTH.repeat(5)}`)).toBe(true);
    expect(hasTooManyMarks(`e${ACUTE.repeat(4)}a${ACUTE.repeat(4)}`)).toBe(false);
    expect(hasTooManyMarks('')).toBe(false);
  });

  it('beyond that are removed from the normal form', () => {
    expect(normalizeText(`e${ACUTE.repeat(9)}`, 'NFC')).toBe(`é${ACUTE.repeat(3)}`);
    expect(normalizeText(`x${ACUTE.repeat(5)}y${ACUTE.repeat(6)}`, 'NFC')).toBe(
      `x${ACUTE.repeat(4)}ý${ACUTE.repeat(3)}`,
    );
  });
});

it('the requested normal form is returned', () => {
  expect(normalizeText('１２', 'NFC')).toBe('１２');
  expect(normalizeText('１２', 'NFKC')).toBe('12');
});
