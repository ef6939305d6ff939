import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const NEEDED = ['package.json', 'src', 'tests/support/process'];

export interface PreviousRelease {
  /** Runs its service without the payment page, and prints the port that it listens on. */
  program: string;
  remove(): Promise<void>;
}

const manifest = z.object({ previousRelease: z.string() });

/**
 * Unpacks the previous release's sources, to run with today's packages. Returns undefined without the git history.
 */
export async function unpackPrevious(): Promise<PreviousRelease | undefined> {
  const { previousRelease } = manifest.parse(
    JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')),
  );
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'previous.tar');
    await run('git', ['archive', '-o', archive, previousRelease, ...NEEDED], { cwd: PROJECT });
    await run('tar', ['-xf', archive, '-C', folder]);
  } catch {
    await remove();
    return undefined;
  }
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return { program: join(folder, 'tests/support/process/delivering-process.ts'), remove };
}
