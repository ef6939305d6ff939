import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { done, failed, type Ending } from '../../command-line.ts';
import { runProgram } from '../../run-program.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'tests/simulation/planted');
const COPIED = ['src', 'scripts', 'tests/simulation', 'tests/support', 'package.json'];
/** How many seeds a mistake is looked for in. */
const SEEDS = 120;
/** Few steps a seed find most mistakes sooner than many steps of fewer seeds. */
const STEPS = 200;
const TIMEOUT_MS = 900_000;

export interface PlantedMistake {
  name: string;
  engine: string;
  /** What is wrong, from the first line of the patch. */
  sentence: string;
  patch: string;
}

/** Lists the deliberate mistakes. A patch begins with its engine and a sentence: `pglite: …`. */
export async function listPlanted(): Promise<PlantedMistake[]> {
  const files = (await readdir(FOLDER)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const patch = join(FOLDER, file);
      const [head = ''] = (await readFile(patch, 'utf8')).split('\n', 1);
      const [, engine, sentence] = /^(pglite|postgres): (.+)$/.exec(head) ?? [];
      if (engine === undefined || sentence === undefined) {
        throw new Error(`${file} does not begin with an engine and a sentence`);
      }
      return { name: file.replace('.patch', ''), engine, sentence, patch };
    }),
  );
}

/** Makes a copy of the program, in which one mistake after another is planted. */
export async function copyProgram(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-'));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(await realpath(join(ROOT, 'node_modules')), join(folder, 'node_modules'));
  return folder;
}

/** Changes a copy of the program. @returns what is wrong, if the patch does not apply */
export async function applyPatch(
  patch: string,
  folder: string,
  ...options: string[]
): Promise<string | undefined> {
  const { code, output } = await runProgram({
    command: ['patch', '--fuzz=0', '-p1', '-d', folder, '-i', patch, ...options],
    keepOutput: true,
    timeoutMs: TIMEOUT_MS,
  });
  return code === 0 ? undefined : output;
}

/** Returns whether a mistake can still be planted. */
export async function applies({ patch }: PlantedMistake): Promise<boolean> {
  return (await applyPatch(patch, ROOT, '--dry-run')) === undefined;
}

/** Checks that each deliberate mistake is found, several at a time. */
export async function checkPlanted(): Promise<Ending> {
  const planted = await listPlanted();
  const left = [...planted];
  let found = 0;
  const work = async () => {
    const folder = await copyProgram();
    try {
      for (let mistake = left.shift(); mistake !== undefined; mistake = left.shift()) {
        const where = await find(mistake, folder);
        if (where !== undefined) found += 1;
        console.log(`${mistake.name}: ${where ?? 'not found'}\n  ${mistake.sentence}`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const summary = `${found} of ${planted.length} found`;
  return found === planted.length ? done(summary) : failed(summary);
}

/**
 * Plants a mistake in a copy of the program, and takes it out again.
 *
 * @returns the seed and the step at which it was found
 */
async function find(
  { name, engine, patch }: PlantedMistake,
  folder: string,
): Promise<string | undefined> {
  const problem = await applyPatch(patch, folder);
  if (problem !== undefined) throw new Error(`${name} does not apply:\n${problem}`);
  const seeds = ['--seeds', String(SEEDS), '--steps', String(STEPS), '--engine', engine];
  const { output } = await runProgram({
    command: [process.execPath, join(folder, 'scripts/test/simulate.ts'), ...seeds],
    // What one run compiled, the next one in the same folder need not compile again.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    keepOutput: true,
    timeoutMs: TIMEOUT_MS,
  });
  await applyPatch(patch, folder, '--reverse');
  const [where] = /^seed \d+, step \d+.*/m.exec(output) ?? [];
  if (where === undefined) console.error(output);
  return where;
}
