import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';

/** A row as it is written; what is not known is left empty. */
export type Row = readonly (string | null)[];

/** A report's columns, and its rows as they are read: pages of them, never all. */
export interface ReportContent {
  columns: readonly string[];
  pages: AsyncIterable<readonly Row[]>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a report as CSV, compressed and in pieces, as fast as pieces are kept and no faster. Holds a page
 * of rows and a piece, however many there are.
 *
 * @returns how many rows there were
 */
export async function writeReport(
  { columns, pages }: ReportContent,
  keepChunk: (number: number, bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    // With the mark by which spreadsheets know UTF-8.
    yield stringify([columns], { bom: true });
    for await (const page of pages) {
      rows += page.length;
      yield stringify([...page]);
    }
  }
  await pipeline(Readable.from(texts(), { highWaterMark: 1 }), createGzip(), inChunks(keepChunk));
  return rows;
}

/** Gathers what comes into pieces of one size, the last one shorter. */
function inChunks(keepChunk: (number: number, bytes: Uint8Array) => Promise<void>): Writable {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const flush = async () => {
    const bytes = Buffer.concat(parts);
    parts = [];
    size = 0;
    await keepChunk(number, bytes);
    number += 1;
  };
  return new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      size += part.length;
      if (size < CHUNK_BYTES) done();
      else flush().then(() => done(), done);
    },
    final(done) {
      flush().then(() => done(), done);
    },
  });
}

/** The CSV as it was before it was compressed, read piece by piece. */
export function readReport(chunk: (number: number) => Promise<Uint8Array | undefined>): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const bytes = await chunk(number);
      if (bytes === undefined) return;
      yield bytes;
    }
  }
  const file = createGunzip();
  // An error of either side ends the file, and shows there.
  pipeline(Readable.from(pieces()), file).catch(() => undefined);
  return file;
}
