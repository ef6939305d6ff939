import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');

/** Returns the first code block in a language after a heading. */
export function example(path: string, heading: string, language: string): string {
  const text = read(path);
  return block(text.slice(text.indexOf(`## ${heading}`)), language, `${heading} in ${path}`);
}

/** Returns a named code block of the quick start, such as ```js pay */
export function quickStart(language: string, name: string): string {
  return block(read('docs/guides/quick-start.md'), `${language} ${name}`, 'the quick start');
}

function read(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function block(text: string, mark: string, place: string): string {
  const found = new RegExp(`\`\`\`${mark}\n(.*?)\`\`\``, 's').exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no ${mark} under ${place}`);
  return found;
}
