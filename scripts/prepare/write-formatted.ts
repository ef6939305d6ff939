import { writeFile } from 'node:fs/promises';
import { runProgram } from '../run-program.ts';

/** Writes a file and formats it. @throws if the formatter refuses the source */
export async function writeFormatted(path: string, source: string): Promise<void> {
  await writeFile(path, source);
  const { code, output } = await runProgram({
    command: ['oxfmt', path],
    keepOutput: true,
    timeoutMs: 60_000,
  });
  if (code !== 0) throw new Error(`oxfmt ${path}: ${output}`);
}
