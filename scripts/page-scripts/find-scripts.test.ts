import { expect, test } from 'vitest';

import { findScripts } from './find-scripts.ts';

test('finds scripts in any notation, but no data blocks', () => {
  const html = `
    <script type="module" src="/a.js" nonce="x"></script>
    <SCRIPT SRC=https://evil.example/b.js></SCRIPT >
    <script>inline()</script>
    <script type="application/json">{"a":1}</script>`;
  expect(findScripts(html)).toEqual([
    { src: '/a.js', text: '' },
    { src: 'https://evil.example/b.js', text: '' },
    { src: undefined, text: 'inline()' },
  ]);
});
