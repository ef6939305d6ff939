/**
 * Finds the functions with SQL that have run, by V8's call counts. Functions that take no database build parts of
 * statements and do not count: a batched statement is built once per process, which another test file of the same
 * worker may have done before.
 */
import { readdir, readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SERVICE = join(import.meta.dirname, '../../../src/service');
/** Code whose tests are beside it. */
const TESTED_ELSEWHERE = /^platform\/database\/|migrations\//;
const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|sql[`<]/;
/** Matches an exported function's name, its parameters, and its text up to the first brace at the start of a line. */
const EXPORTED = /^export (?:async )?function\*? (\w+)([\s\S]*?\)(?::.*)? \{$)[\s\S]*?^\}/gm;
/** Matches the parameters of a function that can run a statement. */
const TAKES_DATABASE = /\b(?:db|trx|Kysely|\w*Db|\w*Deps|\w*Context)\b/;

export interface StatementCoverage {
  /** Returns the exported functions with SQL that have not run since. */
  left(): Promise<string[]>;
  stop(): void;
}

export async function coverStatements(): Promise<StatementCoverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async left() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const scripts = Map.groupBy(result, ({ url }) => url);
      const left: string[] = [];
      for (const file of await filesWithSql()) {
        const loaded = [file, pathToFileURL(file).href].flatMap((url) => scripts.get(url) ?? []);
        const ran = new Set(
          loaded.flatMap(({ functions }) =>
            functions
              .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
              .map(({ functionName }) => functionName),
          ),
        );
        for (const [text, name = '', signature = ''] of (await readFile(file, 'utf8')).matchAll(
          EXPORTED,
        )) {
          const runsSql = SQL.test(text) && TAKES_DATABASE.test(signature);
          if (runsSql && !ran.has(name)) left.push(`${file.slice(SERVICE.length + 1)}: ${name}`);
        }
      }
      return left;
    },
    stop() {
      session.disconnect();
    },
  };
}

async function filesWithSql(): Promise<string[]> {
  const names = await readdir(SERVICE, { recursive: true });
  const sources = names.filter((name) => /(?<!\.test)\.ts$/.test(name));
  const files: string[] = [];
  for (const name of sources.filter((each) => !TESTED_ELSEWHERE.test(each))) {
    const file = join(SERVICE, name);
    if (SQL.test(await readFile(file, 'utf8'))) files.push(file);
  }
  return files;
}
