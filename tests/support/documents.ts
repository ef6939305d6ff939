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

/** A named block of the quick start: ```js pay */
export function quickStart(language: string, name: string): string {
  const text = readFileSync(join(PROJECT, 'docs/guides/quick-start.md'), 'utf8');
  const block = new RegExp(`\`\`\`${language} ${name}\n(.*?)\`\`\``, 's').exec(text)?.[1];
  if (block === undefined) throw new Error(`The quick start has no ${name} in ${language}`);
  return block;
}
