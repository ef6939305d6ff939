import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

import { readWeights } from './accepted.ts';

/** Smaller answers fit into the same packet as their headers. */
const WORTH_IT_BYTES = 1024;

export interface Encoded {
  body: Uint8Array<ArrayBuffer>;
  encoding: 'gzip' | undefined;
}

/**
 * Returns a text as the client accepts it: gzip, else plain, since a payer needs a page rather than a refusal.
 * Compression is safe: no page has a secret beside text that an attacker could choose, so its length reveals nothing.
 *
 * @param start what the text begins with in many answers, compressed before
 */
export function encode(text: string, acceptEncoding: string, start?: DeflatedStart): Encoded {
  const isWorthIt = start !== undefined || text.length >= WORTH_IT_BYTES;
  if (!isWorthIt || !acceptsGzip(acceptEncoding)) {
    return {
      body: Buffer.concat([start?.plain ?? NOTHING, Buffer.from(text)]),
      encoding: undefined,
    };
  }
  const body = start === undefined ? gzipSync(text) : gzipAfter(start, text);
  return { body: new Uint8Array(body), encoding: 'gzip' };
}

const NOTHING = Buffer.alloc(0);

export function acceptsGzip(header: string): boolean {
  const weights = readWeights(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** The start of many answers, with its compressed form. */
export interface DeflatedStart {
  plain: Buffer<ArrayBuffer>;
  /** Ends at a byte, so that more can follow. */
  deflated: Buffer;
  checksum: number;
}

/** Smaller levels of memory end blocks sooner, whose codes then fit their text better, or worse. */
const MEMORY_LEVELS = [4, 5, 6, 7, 8, 9];

export function deflateStart(text: string): DeflatedStart {
  const plain = Buffer.from(text);
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
  const [deflated = NOTHING] = MEMORY_LEVELS.map((memLevel) =>
    deflateRawSync(plain, { ...options, memLevel }),
  ).toSorted((one, other) => one.length - other.length);
  return { plain, deflated, checksum: crc32(plain) };
}

/** RFC 1952: deflate, no time, best compression, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** How far back a compressed text can refer. */
const WINDOW_BYTES = 32_768;

/** Returns one gzip answer of a start and what follows it, of which only the latter is compressed now. */
function gzipAfter({ plain, deflated, checksum }: DeflatedStart, text: string): Buffer {
  const rest = Buffer.from(text);
  const dictionary = plain.subarray(-WINDOW_BYTES);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, checksum));
  trailer.writeUInt32LE(plain.length + rest.length, 4);
  return Buffer.concat([
    HEADER,
    deflated,
    deflateRawSync(rest, { level: 9, memLevel: 9, dictionary }),
    trailer,
  ]);
}
