import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import { answerKnown, pageKey, remember } from './known-pages.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { fillIn, ownValues, splitPage, type OwnValues } from './own-values.ts';
import { compressShared } from './shared-brotli.ts';

/** As much as pages have in common. */
const STYLES = readFileSync(new URL('../../../app.css', import.meta.url), 'utf8');

/** A page with each text in several places: in text, in attributes, in JSON. */
const render = (texts: readonly string[]): { html: string; own: OwnValues } => {
  const own = ownValues();
  const marks = texts.map((text) => own.take(text));
  const parts = marks.map(
    (mark) =>
      `<p class="amount">Pay ${mark}</p><a href="/pay/${mark}/status">${mark}, to be paid</a>` +
      `<p data-view="{&quot;url&quot;:&quot;${mark}&quot;}"></p><button>Pay ${mark}</button>`,
  );
  const html = `<!doctype html>\n<html><style>${STYLES}</style>${parts.join('\n')}</html>`;
  return { html, own };
};

const whole = (texts: readonly string[]): string => {
  const { html, own } = render(texts);
  const { start, rest } = splitPage(html, own);
  return fillIn(start + rest, own.values);
};

/** Asked for often enough to be known. */
const makeKnown = async (texts: readonly string[], name: string): Promise<void> => {
  const { html, own } = render(texts);
  for (let times = 0; times < 10; times += 1) {
    await remember(pageKey(name, own), splitPage(html, own), {
      own,
      headers: new Headers({ 'content-encoding': 'br', 'set-cookie': 'language=en' }),
    });
  }
};

const answer = (texts: readonly string[], name: string): Response | undefined => {
  const { own } = render(texts);
  return answerKnown(pageKey(name, own), own);
};

/** One page is compressed at a time, in tests of other files as well: a page that comes meanwhile is for the next time. */
const becomesKnown = (texts: readonly string[], name: string): Promise<void> =>
  vi.waitFor(async () => {
    await makeKnown(texts, name);
    expect(answer(texts, name)).toBeDefined();
  }, PATIENCE_MS);

const read = async (response: Response | undefined): Promise<string> =>
  brotliDecompressSync(new Uint8Array((await response?.arrayBuffer()) ?? [])).toString();

it('answers with the values of this page, whatever others had', async () => {
  const text = fc.string({ unit: 'binary', minLength: 5, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(text, { maxLength: 6 }), fc.uuid(), async (texts, name) => {
      await makeKnown(texts, name);
      // As long as those, byte for byte; a digit stands for each.
      const others = texts.map((one, index) => String(index).repeat(Buffer.byteLength(one)));
      for (const own of [texts, others]) {
        const known = answer(own, name);
        if (known) expect(await read(known)).toBe(whole(own));
      }
    }),
    { numRuns: 25 },
  );
});

const ONE = '7c0d3500-6c5c-435a-b5aa-53468feb24db';
const OTHER = '06c66946-d210-43fd-8496-978e551ae779';

it('knows a page by all that it shows, and by the lengths of its values', async () => {
  await becomesKnown([ONE, '€12.50'], 'form');
  const known = answer([OTHER, '€99.99'], 'form');
  expect(await read(known)).toBe(whole([OTHER, '€99.99']));
  expect(known?.headers.get('content-encoding')).toBe('br');
  expect(known?.headers.has('set-cookie')).toBe(false);
  expect(answer([OTHER, '€99.99'], 'another form')).toBeUndefined();
  expect(answer([`${OTHER}2`, '€99.99'], 'form')).toBeUndefined();
});

it('is compressed for others at whatever stands in for their values', async () => {
  const { html, own } = render([ONE, '€12.50']);
  const lengths = own.values.map((value) => Buffer.byteLength(value));
  for (let times = 0; times < 200; times += 1) {
    expect(await compressShared(splitPage(html, own), lengths)).toBeDefined();
  }
});

it('leaves in its place what would be written otherwise in another, or could end a comment', () => {
  const own = ownValues();
  for (const text of ['say "hello"', 'back\\slash', '--> <script>', 'tab\tbed', 'four']) {
    expect(own.take(text)).toBe(text);
  }
  expect(fillIn(own.take('https://shop.example/?a=1&b=2'), own.values)).toBe(
    'https://shop.example/?a=1&amp;b=2',
  );
});
