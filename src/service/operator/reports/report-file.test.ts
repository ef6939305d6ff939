import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readReport, writeReport, type Row } from './report-file.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');

async function* pagesOf(...pages: Row[][]): AsyncGenerator<Row[]> {
  for (const page of pages) {
    await Promise.resolve();
    yield page;
  }
}

/** Reads the file with its byte order mark, which text decoders remove. */
async function textOf(file: Readable) {
  return (await buffer(file)).toString();
}

describe('a report’s file', () => {
  it('is read as it was written, whatever its cells contain', async () => {
    const chunks = new Map<number, Uint8Array>();
    const pages = pagesOf([['1', 'a "quoted", text']], [], [['2', null]], [['3', 'two\nlines']]);
    const rows = await writeReport({ columns: ['id', 'name'], pages }, (number, bytes) => {
      chunks.set(number, bytes);
      return Promise.resolve();
    });
    expect(rows).toBe(3);
    const csv = await textOf(readReport((number) => Promise.resolve(chunks.get(number))));
    expect(csv).toBe('\ufeffid,name\n1,"a ""quoted"", text"\n2,\n3,"two\nlines"\n');
  });

  it('has its header even without rows', async () => {
    const chunks: Uint8Array[] = [];
    await writeReport({ columns: ['id'], pages: pagesOf() }, (_number, bytes) => {
      chunks.push(bytes);
      return Promise.resolve();
    });
    const csv = await textOf(readReport((number) => Promise.resolve(chunks[number])));
    expect(csv).toBe('\ufeffid\n');
  });

  it('fails if a chunk cannot be stored or the rows cannot be read', async () => {
    const full = () => Promise.reject(new Error('No space left'));
    const content = { columns: ['id'], pages: pagesOf([['1']]) };
    await expect(writeReport(content, full)).rejects.toThrow('No space left');
    const broken = { columns: ['id'], pages: pagesOf([['1']]) };
    broken.pages.next = () => Promise.reject(new Error('Gone'));
    await expect(writeReport(broken, () => Promise.resolve())).rejects.toThrow('Gone');
  });

  it('of 16,000 rows is written with a heap of 20 MB, half of what all the rows would take', async () => {
    const args = ['--max-old-space-size=20', 'tests/service/operator/report-memory-process.ts'];
    const { stdout } = await run('node', args, { cwd: ROOT });
    expect(stdout).toBe('16000 rows\n');
  });
});
