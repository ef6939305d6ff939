import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');

/** The first block of a language after a heading. */
export function example(path: string, heading: string, language: string): string {
  const text = readFileSync(join(PROJECT, path), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}`));
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section)?.[1];
  if (block === undefined) throw new Error(`No ${language} under ${heading} in ${path}`);
  return block;
}
