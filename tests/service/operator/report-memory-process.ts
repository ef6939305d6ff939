/**
 * Writes a report of many rows and discards it, as a process that a test starts with little memory: a writer that kept
 * rows or chunks would run out of it. Prints the number of rows.
 */
import { writeReport, type Row } from '#service/operator/reports/report-file.ts';

const PAGES = 32;
const PAGE_ROWS = 500;
const CELLS = 22;
const CELL_CHARACTERS = 24;

/** Yields rows of distinct texts, since equal texts may share memory. */
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
