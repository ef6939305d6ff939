import { readFileSync } from 'node:fs';
import { WrongUse } from './command.ts';

/** The bytes of a file, `-` for standard input; none without a name. */
export function bytesOf(file: string | undefined): Uint8Array {
  if (file === undefined) return new Uint8Array();
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new WrongUse(`${file} cannot be read.`);
  }
}
