import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { PROJECT } from '../support/documents.ts';
import type { Case } from './cases.ts';

/** The files by which imports like #domain and $lib are resolved. */
const RESOLUTION = ['package.json', '.dependency-cruiser.resolve.mjs'];

const FOLDERS = [
  'http',
  'ledger',
  'lists',
  'merchants',
  'operator',
  'orders',
  'payins',
  'payouts',
  'platform',
  'platform/database',
  'acquirers',
  'reconciliation',
  'routing',
  'sandbox',
  'webhooks',
];

/** The files that the cases import, which need only exist. */
const FILES = [
  'src/domain/money.ts',
  'src/contract/patterns.ts',
  'src/service/platform/config.ts',
  'src/service/service.ts',
  'src/service/start.ts',
  'src/service/some.test.ts',
  'src/service/ledger/balances.ts',
  'src/service/acquirers/adyen/part.ts',
  'src/service/webhooks/record.ts',
  'src/service/webhooks/send.ts',
  ...FOLDERS.map((folder) => `src/service/${folder}/verb.ts`),
  'src/server/part.ts',
  'src/lib/part.ts',
  'packages/tollgate/part.ts',
  'src/console/lib/part.ts',
  ...['browser', 'card-form', 'console', 'server'].map((folder) => `src/lib/${folder}/part.ts`),
  'tests/support/factory.ts',
];

const PACKAGES = [
  '@adyen/api-library',
  '@electric-sql/pglite',
  '@hono/node-server',
  '@sveltejs/kit',
  'fast-check',
  'hono',
  'kysely',
  'pg',
  'stripe',
  'vitest',
  'zod',
];

/** Creates a project with the cases in a new folder. @returns the folder */
export async function plantTree(cases: readonly Case[]): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'tollgate-imports-'));
  for (const file of RESOLUTION) await copyFile(join(PROJECT, file), join(tree, file));
  const contents = new Map<string, string>([['tsconfig.json', '{}']]);
  for (const file of FILES) contents.set(file, 'export {};\n');
  for (const name of PACKAGES) {
    contents.set(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    contents.set(`node_modules/${name}/index.js`, '');
  }
  for (const { file, imports } of cases) {
    contents.set(file, `${contents.get(file) ?? ''}${importing(file, imports)}`);
  }
  for (const [file, content] of contents) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), content);
  }
  return tree;
}

function importing(file: string, imports: string): string {
  const statement = `import '${imports}';\n`;
  return file.endsWith('.svelte') ? `<script lang="ts">\n${statement}</script>\n` : statement;
}
