import jsQr from 'jsqr';
import { expect, test } from 'vitest';

import { qrCode, type QrCode } from './qr-code.ts';

/** The light margin around a code, in modules, without which no camera finds it. */
const QUIET = 4;
const PIXELS_PER_MODULE = 4;

/** Renders a code as a screen does, in RGBA. */
function paint({ path, size }: QrCode) {
  const width = (size + 2 * QUIET) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  let x = 0;
  let y = 0;
  for (const [, command, first = '', second = '0'] of path.matchAll(
    /([Mmh])(-?[\d.]+)(?: ?([\d.]+))?/g,
  )) {
    if (command === 'M') {
      x = Number(first);
      y = Math.floor(Number(second));
    } else if (command === 'm') {
      x += Number(first);
      y += Number(second);
    } else {
      for (const end = x + Number(first); x < end; x += 1) darken(pixels, width, { x, y });
    }
  }
  return { pixels, width };
}

function darken(pixels: Uint8ClampedArray, width: number, { x, y }: { x: number; y: number }) {
  for (let row = 0; row < PIXELS_PER_MODULE; row += 1) {
    const start = ((y + QUIET) * PIXELS_PER_MODULE + row) * width + (x + QUIET) * PIXELS_PER_MODULE;
    for (let pixel = start; pixel < start + PIXELS_PER_MODULE; pixel += 1) {
      pixels.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
}

test.each([
  ['an address', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
  ['a code with accents', '00020126580014br.gov.bcb.pix0136João São Paulo6304ABCD'],
  ['a code of 512 characters, the most that EMVCo lets one have', longText(512)],
  ['a code of 1,003 characters', longText(1_003)],
  ['a code of 1,004 characters', longText(1_004)],
  ['a code of 1,024 characters, the most that instructions may have', longText(1_024)],
])('a camera reads %s', (_, text) => {
  const { pixels, width } = paint(qrCode(text));
  expect(jsQr(pixels, width, width)?.data).toBe(text);
});

function longText(length: number): string {
  return Array.from({ length }, (_, place) => String.fromCharCode(48 + ((place * 7919) % 75))).join(
    '',
  );
}
