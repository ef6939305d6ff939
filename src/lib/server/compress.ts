import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import Negotiator from 'negotiator';

/** Beyond this, more effort costs more time than the bytes it saves. */
const BROTLI_QUALITY = 7;
/** 64 KiB: as far back as a page reaches. What a larger window needs is made anew for each page. */
const BROTLI_WINDOW_BITS = 16;
/** Smaller answers fit into the packet that carries their headers. */
const WORTH_IT_BYTES = 1024;

/** At once: a page takes a millisecond, and to hand it to another thread and back costs half as much again. */
const ENCODERS = {
  br: (page: Buffer) =>
    brotliCompressSync(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (page: Buffer) => gzipSync(page),
};

export interface Compressed {
  body: Uint8Array<ArrayBuffer>;
  encoding: keyof typeof ENCODERS | undefined;
}

/** The smaller of those that the browser takes. */
export const encodingOf = (accepted: string): Compressed['encoding'] => {
  // The library would take `; q` for another parameter.
  const header = accepted.replaceAll(/\s+/g, '');
  const taken = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([
    'br',
    'gzip',
  ]);
  return (['br', 'gzip'] as const).find((name) => taken.includes(name));
};

/**
 * A page as small as the browser takes it: the first round trip is to hold all that is needed to
 * pay. Nothing secret stands beside anything that an attacker could choose, so length tells nothing.
 */
export const compress = (html: string, accepted: string): Compressed => {
  const page = Buffer.from(html);
  const encoding = encodingOf(accepted);
  if (encoding === undefined || page.length < WORTH_IT_BYTES) {
    return { body: page, encoding: undefined };
  }
  return { body: new Uint8Array(ENCODERS[encoding](page)), encoding };
};
