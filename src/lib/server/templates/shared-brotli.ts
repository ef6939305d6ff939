import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';

import { fillIn, valuesIn, type SplitPage } from './own-values.ts';

/** The end of a brotli stream, for every page that begins with as many bytes of its own values. */
export type SharedBrotli = Buffer;

/** The encoder finds something to refer to in one stand-in of fifty, by accident. */
const MOST_STAND_INS = 5;
/** 64 KiB: as far back as a page reaches. */
const WINDOW_BITS = 16;

/**
 * Compresses what pages have in common, once for all of them and as well as brotli can. Undefined where
 * it cannot be had.
 *
 * @param lengths of the pages' own values, in bytes
 */
export const compressShared = async (
  page: SplitPage,
  lengths: readonly number[],
): Promise<SharedBrotli | undefined> => {
  for (let tried = 0; tried < MOST_STAND_INS; tried += 1) {
    const shared = await compressBehindStandIn(page, lengths);
    if (await fitsOthers(page, lengths, shared)) return shared;
  }
  return undefined;
};

const compressBehindStandIn = async (
  { start, rest }: SplitPage,
  lengths: readonly number[],
): Promise<SharedBrotli> => {
  const own = standIn(Buffer.byteLength(fillIn(start, textsOf(lengths))));
  const common = Buffer.from(fillIn(rest, valuesIn(own, lengths)));
  const encoder = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: own.length + common.length,
      // It would read a text by what stands before it, which may be another value on another page.
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
    },
  });
  encoder.write(own);
  await new Promise<void>((resolve) => {
    encoder.flush(constants.BROTLI_OPERATION_FLUSH, resolve);
  });
  // Up to here each page has its own.
  encoder.read();
  encoder.end(common);
  return Buffer.concat(await encoder.toArray());
};

/** A whole stream: what a page has for itself, and what it has in common with others. */
export const joinBrotli = (start: string, shared: SharedBrotli): Uint8Array<ArrayBuffer> => {
  const own = Buffer.from(start);
  const whole = new Uint8Array(HEADER_BYTES + own.length + shared.length);
  whole.set(uncompressedHeader(own.length));
  whole.set(own, HEADER_BYTES);
  whole.set(shared, HEADER_BYTES + own.length);
  return whole;
};

const HEADER_BYTES = 3;

/**
 * RFC 7932, 9.1 and 9.2, from the lowest bit: a window of 16 bits (0), not the last block (0), a length
 * of four nibbles (00), the length less one, uncompressed (1). What it is the header of begins with a byte.
 */
const uncompressedHeader = (bytes: number): [number, number, number] => {
  const bits = ((bytes - 1) << 4) | (1 << 20);
  return [bits & 0xff, (bits >> 8) & 0xff, bits >> 16];
};

/** How the encoder goes about it is not relied upon: with quite other values, those must come out. */
const fitsOthers = async (
  { start, rest }: SplitPage,
  lengths: readonly number[],
  shared: SharedBrotli,
): Promise<boolean> => {
  const values = textsOf(lengths);
  const stream = joinBrotli(fillIn(start, values), shared);
  const read = await promisify(brotliDecompress)(stream).catch(() => undefined);
  return read?.toString() === fillIn(start + rest, values);
};

/** Any texts of these lengths, each another. */
const textsOf = (lengths: readonly number[]): string[] =>
  lengths.map((length, index) => String.fromCharCode(A + index).repeat(length));

const A = 'A'.charCodeAt(0);

/** One byte each, and in no page. */
const SYMBOLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter(
  (symbol) => !'\0\t\n\r'.includes(symbol),
);
/** As near as brotli looks for what is repeated of a symbol or two. */
const NEAR = 64;

/**
 * A text in which brotli finds nothing that it could refer to. What it remembers behind it is then what
 * it remembers behind a block that is not compressed.
 */
const standIn = (length: number): string => {
  let text = '';
  const isNew = (symbol: string): boolean =>
    !text.slice(-NEAR / 4).includes(symbol) &&
    !text.slice(-NEAR).includes(text.slice(-1) + symbol) &&
    !text.includes(text.slice(-2) + symbol);
  while (text.length < length) {
    const candidates = SYMBOLS.filter(isNew);
    text += candidates[randomInt(candidates.length)] ?? '';
  }
  return text;
};
