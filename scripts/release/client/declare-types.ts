import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const OPTIONS = [
  '--declaration',
  '--emitDeclarationOnly',
  '--skipLibCheck',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--allowImportingTsExtensions',
  '--target',
  'es2024',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--lib',
  'es2024,esnext.collection,dom,dom.iterable',
  '--types',
  'node',
  '--ignoreConfig',
];

/** The newer of two installed compilers. The linters still need the older one, which takes several times as long. */
export const COMPILER = 'node_modules/@typescript/native/bin/tsc';

/** Writes the client's types, and those that they use, into `types/`. */
export async function declareTypes(project: string, folder: string): Promise<void> {
  const types = join(folder, 'types');
  const files = ['--rootDir', '.', '--outDir', types, 'packages/tollgate/client.ts'];
  await promisify(execFile)(join(project, COMPILER), [...OPTIONS, ...files], {
    cwd: project,
  });
  const names = await readdir(types, { recursive: true });
  const declarations = names.filter((name) => name.endsWith('.d.ts'));
  await Promise.all(
    declarations.map(async (name) => {
      const file = join(types, name);
      await writeFile(file, withPlainImports(await readFile(file, 'utf8'), types, file));
    }),
  );
}

/** Replaces the project's import names, such as `#domain/money.ts`, by relative paths that end in `.js`. */
function withPlainImports(text: string, types: string, file: string): string {
  return text.replace(/(['"])(#|\.{1,2}\/)([^'"]+)\.ts\1/g, (_, quote: string, root, path) => {
    const plain =
      root === '#' ? relativeTo(dirname(file), join(types, 'src', String(path))) : `${root}${path}`;
    return `${quote}${plain}.js${quote}`;
  });
}

function relativeTo(folder: string, path: string): string {
  const plain = relative(folder, path);
  return plain.startsWith('.') ? plain : `./${plain}`;
}
