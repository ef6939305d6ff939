import type { ChildProcess } from 'node:child_process';
import { PATIENCE_MS } from '../patience.ts';

/** Collects a program's output from now on. @returns a function that returns the output so far */
export function printedBy({ stdout, stderr }: ChildProcess): () => string {
  let printed = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  return () => printed;
}

/** Waits until the program's output matches. @returns the pattern's first group */
export async function untilPrinted(
  program: ChildProcess,
  pattern: RegExp,
  printed = printedBy(program),
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const look = () => {
    const found = pattern.exec(printed());
    if (found) resolve(found[1] ?? '');
  };
  program.stdout?.on('data', look);
  program.stderr?.on('data', look);
  program.once('error', reject);
  program.once('close', () => {
    reject(new Error(`${program.spawnfile} ended:\n${printed()}`));
  });
  const giveUp = setTimeout(() => {
    reject(new Error(`${program.spawnfile} has not printed ${String(pattern)}:\n${printed()}`));
  }, PATIENCE_MS);
  return promise.finally(() => {
    clearTimeout(giveUp);
  });
}
