import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { UUID } from '#contract/patterns.ts';
import { asksForHelp, CALLED, done, failed, wrongUsage, type Ending } from '../command-line.ts';
import { fetchFile } from './ask-service.ts';

const USAGE = `${CALLED.operator} reports download --report UUID --file FILE    writes a report's CSV

The file is there once all of it is.`;

export async function downloadReport(args: readonly string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  const { report, file } = optionsIn(args);
  if (report === undefined || file === undefined || !UUID.test(report)) return wrongUsage(USAGE);
  const answer = await fetchFile(`/reports/${report}/file`);
  if (!answer.ok) return failed(answer.said);
  const { body } = answer.file;
  if (body === null) return failed('The report is empty.');
  return write(Readable.from(body), file);
}

function optionsIn(args: readonly string[]): { report?: string; file?: string } {
  const options = { report: { type: 'string' }, file: { type: 'string' } } as const;
  try {
    return { ...parseArgs({ args: [...args], options }).values };
  } catch {
    return {};
  }
}

/** Under another name until it is complete: a disk that is full leaves nothing behind. */
async function write(content: Readable, file: string): Promise<Ending> {
  const partial = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(partial));
    await rename(partial, file);
    return done(`Written to ${file}.`);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return failed(`${file} could not be written${code}.`);
  }
}
