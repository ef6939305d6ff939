/** The examples of the guides, and how those of one language are run in one process. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './documents.ts';
import { fileOf, type Runtime } from './runtimes.ts';

const GUIDES = ['quick-start', 'payments', 'payouts', 'webhooks', 'testing', 'errors'];

/** One that is given a name, as "```js pay" is; the others are not the same thing in every language. */
export interface Block {
  language: string;
  name: string;
  code: string;
}

export function guideBlocks(): Block[] {
  return GUIDES.flatMap((guide) => {
    const text = readFileSync(join(PROJECT, `docs/guides/${guide}.md`), 'utf8');
    return [...text.matchAll(/^```(\w+) ([\w-]+)\n(.*?)^```/gms)].map(
      ([, language = '', name = '', code = '']) => ({ language, name, code }),
    );
  });
}

/** Runs files one after the other, each announced by its name. */
const RUNNERS: Readonly<Record<string, string>> = {
  js: 'for (const file of process.argv.slice(1)) { console.log("==", file); await import(process.cwd() + "/" + file); }',
  python:
    'import runpy, sys\nfor file in sys.argv[1:]:\n  print("==", file, flush=True)\n  runpy.run_path(file)',
  php: 'foreach (array_slice($argv, 1) as $file) { echo "== $file\\n"; require $file; }',
  sh: 'for file; do echo "== $file"; . "./$file"; echo; done',
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  js: ['--input-type=module', '--eval'],
  python: ['-c'],
  php: ['-r'],
  sh: ['-euc'],
};

/** @returns what each printed, by its name */
export async function runBlocks(
  { language, pay }: Runtime,
  folder: string,
  blocks: readonly Omit<Block, 'language'>[],
): Promise<Map<string, string>> {
  const files = blocks.map(({ name, code }) => {
    const file = fileOf(language, name);
    writeFileSync(join(folder, file), code);
    return file;
  });
  const [program] = pay('');
  const runner = [...(OPTIONS[language] ?? []), RUNNERS[language] ?? ''];
  // A shell takes the first for its own name, and PHP and Node would take options for theirs.
  const behind = language === 'sh' ? ['sh'] : language === 'python' ? [] : ['--'];
  const { stdout } = await promisify(execFile)(program, [...runner, ...behind, ...files], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: folder },
  });
  const parts = stdout.split(/^== (.+)\n/m).slice(1);
  return new Map(
    files.map((file, index) => [blocks[index]?.name ?? '', parts[parts.indexOf(file) + 1] ?? '']),
  );
}
