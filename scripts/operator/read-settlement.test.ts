import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementLine } from '#domain/settlement-line.ts';
import { readSettlement, type ReadLine } from './read-settlement.ts';

const COLUMNS = { reference: 'id', amount: 'gross', currency: 'cur' };

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-settlement-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(text: string | Buffer, delimiter = ',') {
  const path = join(directory, 'file.csv');
  await writeFile(path, text);
  return gathered(readSettlement(path, COLUMNS, delimiter));
}

async function gathered(lines: AsyncIterable<ReadLine>): Promise<SettlementLine[]> {
  const all: SettlementLine[] = [];
  for await (const { line } of lines) all.push(line);
  return all;
}

describe("an acquirer's file", () => {
  it('is read by its columns, with the numbers of its lines', async () => {
    const lines = await read(
      '\ufeffcur;id;fee;gross\r\n\r\nEUR;a;1;10.50\r\nUSD; b ;"x\ny";-3\r\n',
      ';',
    );
    expect(lines).toEqual([
      { line: 3, reference: 'a', amount_minor: '1050', currency: 'EUR' },
      { line: 5, reference: 'b', amount_minor: '-300', currency: 'USD' },
    ]);
  });

  it.each([
    ['id,gross\na,1', /^Line 1: there is no column cur; the columns are id, gross\.$/],
    [
      'id,gross,cur\na,1.5,EUR\nb,"1,505",EUR',
      /^Line 3: gross must be an amount like 10\.50 or 1\.234,56, not 1,505\.$/,
    ],
    ['', /^The file has no line/],
    [' \r\n\n', /^The file has no line|^Line 1: there is no column/],
    ['\ufeffid,gross,cur\n\n', /^The file has no line/],
    ['id,gross,cur\n,1,EUR', /^Line 2: id is empty\.$/],
    ['id,gross,cur\na,1,', /^Line 2: cur is empty\.$/],
    ['id,gross,cur\na,1,EUR\nb,2', /^Line 3: .*Record Length/],
    ['id,gross,cur\na,1,"EUR', /^Line \d: .*Quote Not Closed/],
    [`id,gross,cur\n${'a'.repeat(70_000)},1,EUR`, /Max Record Size/],
  ])('is refused with an explanation: %j', async (text, said) => {
    await expect(read(text)).rejects.toThrow(said);
  });

  it('must be a file that exists', async () => {
    const missing = gathered(readSettlement('/nowhere.csv', COLUMNS, ','));
    await expect(missing).rejects.toThrow('There is no file /nowhere.csv.');
    const folder = gathered(readSettlement(directory, COLUMNS, ','));
    await expect(folder).rejects.toThrow(`${directory} cannot be read (EISDIR).`);
  });
});
