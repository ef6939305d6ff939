/**
 * Writes a report of many rows to nowhere, in a process that a test starts with little memory: one that
 * keeps rows or pieces runs out of it. Says how many rows there were.
 */
import { writeReport, type Row } from '#service/operator/reports/report-file.ts';

const PAGES = 32;
const PAGE_ROWS = 500;
const CELLS = 22;
const CELL_CHARACTERS = 24;

/** Each row of its own text: texts that are one take the memory of one. */
async function* pages(): AsyncGenerator<Row[]> {
  for (let page = 0; page < PAGES; page += 1) {
    await Promise.resolve();
    yield Array.from({ length: PAGE_ROWS }, (_, row) =>
      Array.from({ length: CELLS }, (_cell, cell) =>
        `${page}-${row}-${cell}-${Math.random()}`.padEnd(CELL_CHARACTERS),
      ),
    );
  }
}

const columns = Array.from({ length: CELLS }, (_, cell) => `column ${cell}`);
const rows = await writeReport({ columns, pages: pages() }, () => Promise.resolve());
process.stdout.write(`${rows} rows\n`);
