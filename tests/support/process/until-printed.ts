import type { ChildProcess } from 'node:child_process';

/** Waits until the program has printed what matches. @returns what the pattern's group holds */
export async function untilPrinted(program: ChildProcess, pattern: RegExp): Promise<string> {
  let printed = '';
  return await new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        const found = pattern.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    program.once('error', reject);
    program.once('exit', () => {
      reject(new Error(`${program.spawnfile} ended:\n${printed}`));
    });
  });
}
