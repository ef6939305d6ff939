/**
 * Checks that the ledger has one writer: reports each file outside `src/service/ledger/` that writes one of its
 * tables. Part of `npm run check`. The argument may name a folder with another `src/`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { done, end, failed } from '../../command-line.ts';

const LEDGER = 'src/service/ledger/';
const TABLES = '(?:ledger_\\w+|gate_accounts|wallets|retentions)\\b';

const WRITES = new RegExp(
  [
    `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+(?:only\\s+)?"?${TABLES}`,
    `\\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\\(\\s*['"\`]${TABLES}`,
  ].join('|'),
  'gi',
);

const root = process.argv[2] ?? '.';
const found = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith(LEDGER) && !file.endsWith('.test.ts'))
  .flatMap((file) => writesIn(file, readFileSync(join(root, file), 'utf8')));
end(
  found.length === 0
    ? done(`Only ${LEDGER} writes the ledger's tables`)
    : failed(
        [...found, `Take what ${LEDGER} exports: a posting, or its part of a statement.`].join(
          '\n',
        ),
      ),
);

function writesIn(file: string, text: string): string[] {
  return [...text.matchAll(WRITES)].map(({ 0: write, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${write.replaceAll(/\s+/g, ' ')}`;
  });
}
