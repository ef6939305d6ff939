import { readFileSync } from 'node:fs';
import { WrongUse } from './command.ts';

/**
 * Reads the bytes of a file, `-` for standard input; returns none without a name.
 *
 * @throws WrongUse if the file cannot be read
 */
export function bytesOf(file: string | undefined): Uint8Array {
  if (file === undefined) return new Uint8Array();
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new WrongUse(`${file} cannot be read.`);
  }
}
