import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { UUID } from '#contract/patterns.ts';
import { done, failed, wrongUsage, type Ending, type Ends } from '../command-line.ts';
import { fetchFile } from './ask-service.ts';

export function addDownload(command: Command, ends: Ends): void {
  command
    .description('Writes the CSV of a report to a file. The file appears once it is complete.')
    .argument('<report>', 'the id of the report')
    .argument('<file>', 'where to write it')
    .action(ends((report: string, file: string) => downloadReport(report, file)));
}

async function downloadReport(report: string, file: string): Promise<Ending> {
  if (!UUID.test(report))
    return wrongUsage(`${report} is not the id of a report, which is a UUID.`);
  const answer = await fetchFile(`/reports/${report}/file`);
  if (!answer.ok) return failed(answer.message);
  const { body } = answer.file;
  if (body === null) return failed('The report is empty.');
  return write(Readable.from(body), file);
}

/** Writes under another name until the file is complete, so that a full disk leaves nothing behind. */
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
