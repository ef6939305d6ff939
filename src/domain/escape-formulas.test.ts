import { describe, expect, it } from 'vitest';
import { escapeFormulas } from './escape-formulas.ts';

describe('a text in a report', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x'])(
    '%j no longer is a formula',
    (text) => {
      expect(escapeFormulas(text)).toBe(`'${text}`);
    },
  );

  it.each([
    ['a semicolon', 'Shop;=1+1', "Shop;'=1+1"],
    ['a tab', 'Shop\t@SUM(A1)', "Shop\t'@SUM(A1)"],
    ['a quote', '"=1+1"', '"\'=1+1"'],
    ['a line break', 'Shop\r\n-1', "Shop\r\n'-1"],
    ['each of several semicolons', ';;＝1;+1', ";;'＝1;'+1"],
    ['a tab at the beginning', '\t=1', "'\t'=1"],
  ])('has no formula after %s', (_, text, written) => {
    expect(escapeFormulas(text)).toBe(written);
  });

  it.each(['', 'Shop', '1-1', 'a=b', "'quoted", '*', 'a; b', '"a"', 'a;b=c'])(
    '%j is unchanged',
    (text) => {
      expect(escapeFormulas(text)).toBe(text);
    },
  );
});
