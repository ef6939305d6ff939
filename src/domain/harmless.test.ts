import { describe, expect, it } from 'vitest';
import { harmless } from './harmless.ts';

describe('a text in a report', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    '%j is no formula any more',
    (text) => {
      expect(harmless(text)).toBe(`'${text}`);
    },
  );

  it.each(['', 'Shop', '1-1', 'a=b', "'quoted", '*'])('%j stays as it is', (text) => {
    expect(harmless(text)).toBe(text);
  });
});
