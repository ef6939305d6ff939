import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { WrongUse } from './command.ts';

/** @throws WrongUse for options that there are not */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

/** The bytes of a file, `-` for standard input; none without a name. */
export function bytesOf(file: string | undefined): Uint8Array {
  if (file === undefined) return new Uint8Array();
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new WrongUse(`${file} cannot be read.`);
  }
}
