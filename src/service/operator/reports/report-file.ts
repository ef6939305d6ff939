import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';

/** A row of the file; null is written as an empty cell. */
export type Row = readonly (string | null)[];

/** A report's columns and its rows, which are read in pages and never all at once. */
export interface ReportContent {
  columns: readonly string[];
  pages: AsyncIterable<readonly Row[]>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a report as CSV, compressed and in chunks, at the speed at which chunks are stored. Holds one page of rows and
 * one chunk in memory, whatever the number of rows.
 *
 * @returns the number of rows
 */
export async function writeReport(
  { columns, pages }: ReportContent,
  keepChunk: (number: number, bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    // The byte order mark tells spreadsheets that this is UTF-8.
    yield stringify([columns], { bom: true });
    for await (const page of pages) {
      rows += page.length;
      yield stringify([...page]);
    }
  }
  await pipeline(Readable.from(texts(), { highWaterMark: 1 }), createGzip(), inChunks(keepChunk));
  return rows;
}

/** Collects data into chunks of at least `CHUNK_BYTES`; the last one may be shorter. */
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

/** Decompresses a report's CSV, reading it chunk by chunk. */
export function readReport(chunk: (number: number) => Promise<Uint8Array | undefined>): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const bytes = await chunk(number);
      if (bytes === undefined) return;
      yield bytes;
    }
  }
  const file = createGunzip();
  // An error on either side destroys the stream, where the reader sees it.
  pipeline(Readable.from(pieces()), file).catch(() => undefined);
  return file;
}
