import { expect, test } from 'vitest';

import { findParts } from './find-parts.ts';

test('finds scripts and style sheets in any notation, but no data blocks', () => {
  const html = `
    <script type="module" src="/a.js"></script>
    <SCRIPT SRC=https://evil.example/b.js></SCRIPT >
    <style media="print">p{}</style>
    <script>inline()</script>
    <script type="application/json">{"a":1}</script>`;
  expect(findParts(html)).toEqual([
    { kind: 'script', src: '/a.js', text: '' },
    { kind: 'script', src: 'https://evil.example/b.js', text: '' },
    { kind: 'sheet', src: undefined, text: 'p{}' },
    { kind: 'script', src: undefined, text: 'inline()' },
  ]);
});
