import { expect, test } from 'vitest';

import { findHiddenCode, findScripts } from './find-scripts.ts';

test('finds scripts however they are written, and no data', () => {
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

test('finds code outside of script elements', () => {
  const html = '<img src=x onerror="skim()"><a href="javascript:skim()">x</a><iframe src="//evil">';
  expect(findHiddenCode(html)).toHaveLength(3);
  expect(findHiddenCode('<p data-one="1">on = off</p>')).toEqual([]);
});
