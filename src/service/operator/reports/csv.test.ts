import { expect, it } from 'vitest';
import { toCsv, type Row } from './csv.ts';

async function* pagesOf(...pages: Row[][]): AsyncGenerator<Row[]> {
  for (const page of pages) {
    await Promise.resolve();
    yield page;
  }
}

async function written(columns: string[], ...pages: Row[][]): Promise<string> {
  let text = '';
  for await (const piece of toCsv({ columns, pages: pagesOf(...pages) })) text += piece;
  return text;
}

it('quotes what a cell contains, and ends with the number of rows', async () => {
  const pages: Row[][] = [[['1', 'a "quoted", text']], [['2', null]], [['3', 'two\nlines']]];
  expect(await written(['id', 'name'], ...pages)).toBe(
    '\ufeffid,name\n1,"a ""quoted"", text"\n2,\n3,"two\nlines"\n#END,3\n',
  );
});

it('has its columns even without rows', async () => {
  expect(await written(['id'])).toBe('\ufeffid\n#END,0\n');
});

it('writes nothing before the first page of rows is read', async () => {
  const content = { columns: ['id'], pages: pagesOf([['1']]) };
  content.pages.next = () => Promise.reject(new Error('Gone'));
  await expect(toCsv(content).next()).rejects.toThrow('Gone');
});
