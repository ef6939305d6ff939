import { expect, test } from 'vitest';

import { accentStyle, contrast, parseHex, readableAccent } from './accent.ts';

function rgb(hex: string) {
  return parseHex(hex) ?? [NaN, NaN, NaN];
}

test.each(['#ffff00', '#000000', '#ffffff', '#0b5d51', '#ff0000', '#7f7f7f', '#00ffcc', '#1a1aff'])(
  'makes %s readable in both themes, and text on it as well',
  (hex) => {
    const accent = readableAccent(hex) ?? { own: '', onOwn: '', light: '', dark: '' };
    expect(contrast(rgb(accent.light), rgb('#f2f6f4'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(accent.light), rgb('#ffffff'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(accent.dark), rgb('#141b19'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(accent.dark), rgb('#071512'))).toBeGreaterThanOrEqual(4.5);
    const onOwn = accent.onOwn === '#fff' ? '#ffffff' : '#000000';
    expect(contrast(rgb(hex), rgb(onOwn))).toBeGreaterThanOrEqual(4.5);
  },
);

test('keeps a colour unchanged for filled areas', () => {
  expect(readableAccent('#ffe45e')).toMatchObject({ own: '#ffe45e', onOwn: '#000' });
  expect(accentStyle('#ffe45e')).toContain('--button:#ffe45e;--on-button:#000');
  expect(accentStyle('red;}')).toBe('');
});

test('keeps a colour that is already readable', () => {
  expect(readableAccent('#0b5d51')?.light).toBe('#0b5d51');
});

test.each(['red', '#fff', '#gggggg', '#12345', '', '#123456;}'])('rejects %j', (text) => {
  expect(readableAccent(text)).toBeUndefined();
});
