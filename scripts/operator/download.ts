import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toVisibleLines } from '#contract/visible-text.ts';
import { done, failed, type Ending } from '../command-line.ts';
import { fetchFile } from './ask-service.ts';

/** The last line of a whole file, and of one that broke off. */
const WHOLE = /^#END,\d+\n$/m;
const BROKEN_OFF = /^#REPORT_GENERATION_FAILED,(.+)$/m;
const MOST_OF_LINE = 100;

/** Writes what a command downloads to standard output, or to a file, which appears once it is whole. */
export async function download(
  file: string | undefined,
  ...asked: Parameters<typeof fetchFile>
): Promise<Ending> {
  const { body } = await fetchFile(...asked);
  let tail = '';
  async function* watched(texts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of texts) {
      tail = (tail + text).slice(-MOST_OF_LINE);
      // A terminal gets no commands from anybody's text; a program gets it as it is.
      yield file === undefined && process.stdout.isTTY ? toVisibleLines(text) : text;
    }
  }
  const partial = `${file ?? ''}.part`;
  const texts = Readable.from(body ?? [], { objectMode: false }).setEncoding('utf8');
  try {
    if (file === undefined) await pipeline(texts, watched, process.stdout, { end: false });
    else await pipeline(texts, watched, createWriteStream(partial));
    if (!WHOLE.test(tail)) throw new Error('The last line is missing');
    if (file === undefined) return done('');
    await rename(partial, file);
    return done(`Written to ${file}.`);
  } catch (error) {
    if (file !== undefined) await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof Error && 'code' in error) {
      return failed(`${file ?? 'Standard output'} could not be written (${String(error.code)}).`);
    }
    const requestId = BROKEN_OFF.exec(tail)?.[1];
    const hint = requestId === undefined ? '' : `\n  request_id ${requestId}`;
    return failed(`The service stopped before the file was whole. Try again.${hint}`);
  }
}
