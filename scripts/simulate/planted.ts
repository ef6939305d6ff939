import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { done, failed, type Ending } from '../command-line.ts';
import { runProgram } from '../run-program.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'tests/simulation/planted');
const COPIED = ['src', 'scripts', 'tests/simulation', 'tests/support', 'package.json'];
/** How many seeds a mistake is looked for in. */
const SEEDS = 60;
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

/** Returns a copy of the program with a mistake in it. @throws if the patch does not apply */
async function plant({ patch, name }: PlantedMistake): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-'));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(await realpath(join(ROOT, 'node_modules')), join(folder, 'node_modules'));
  const { code, output } = await runProgram({
    command: ['patch', '--fuzz=0', '-p1', '-d', folder, '-i', patch],
    keepOutput: true,
    timeoutMs: TIMEOUT_MS,
  });
  if (code === 0) return folder;
  await rm(folder, { recursive: true });
  throw new Error(`${name} does not apply:\n${output}`);
}

/** Returns whether a mistake can still be planted. */
export async function applies({ patch }: PlantedMistake): Promise<boolean> {
  const { code } = await runProgram({
    command: ['patch', '--dry-run', '--fuzz=0', '-p1', '-d', ROOT, '-i', patch],
    keepOutput: true,
    timeoutMs: TIMEOUT_MS,
  });
  return code === 0;
}

/** Checks that each deliberate mistake is found, several at a time. */
export async function checkPlanted(): Promise<Ending> {
  const planted = await listPlanted();
  const left = [...planted];
  let found = 0;
  const work = async () => {
    for (let mistake = left.shift(); mistake !== undefined; mistake = left.shift()) {
      const where = await find(mistake);
      if (where !== undefined) found += 1;
      console.log(`${mistake.name}: ${where ?? 'not found'}\n  ${mistake.sentence}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const summary = `${found} of ${planted.length} found`;
  return found === planted.length ? done(summary) : failed(summary);
}

/** @returns the seed and the step at which a mistake was found */
async function find(mistake: PlantedMistake): Promise<string | undefined> {
  const folder = await plant(mistake);
  try {
    const seeds = ['--seeds', String(SEEDS), '--engine', mistake.engine];
    const { output } = await runProgram({
      command: [process.execPath, join(folder, 'scripts/simulate.ts'), ...seeds],
      keepOutput: true,
      timeoutMs: TIMEOUT_MS,
    });
    return /^seed \d+, step \d+.*/m.exec(output)?.[0];
  } finally {
    await rm(folder, { recursive: true });
  }
}
