/**
 * `npm run brands:update`: writes what credit-card-type knows of the brands into the domain, where the
 * service and the page find it. A test fails when the package has moved on.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandRows } from './brands/brand-rows.ts';
import { runProgram } from './run-program.ts';

const TABLE = join(import.meta.dirname, '../src/domain/card/brand-rows.ts');

const source = `import type { BrandRow } from './number.ts';

/** Every brand of credit-card-type. Made by \`npm run brands:update\`; nobody writes here. */
export const BRAND_ROWS: readonly BrandRow[] = ${JSON.stringify(brandRows())};
`;
await writeFile(TABLE, source);
await runProgram({ command: ['oxfmt', TABLE], timeoutMs: 60_000 });
