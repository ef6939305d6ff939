/** Finds words that are not said any more, in everything that is tracked: part of `npm run check`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { EXEMPTIONS } from './check/words/exemptions.ts';
import { findGoneWords, type Finding } from './check/words/find-gone-words.ts';

const WRITTEN_BY_HAND = /\.(?:ts|mjs|js|svelte|html|css|md|yml|conf)$/;

const findings = trackedFiles()
  // A file that was deleted stays tracked until that is committed.
  .filter((file) => WRITTEN_BY_HAND.test(file) && existsSync(file))
  .flatMap((file) => findGoneWords(file, readFileSync(file, 'utf8'), EXEMPTIONS));

for (const finding of findings) console.log(sentence(finding));
process.exitCode = findings.length === 0 ? 0 : 1;

function trackedFiles(): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git does not list the tracked files: ${stderr}`);
  return stdout.split('\0');
}

function sentence({ file, line, said, word }: Finding): string {
  const place = line === 0 ? `${file}: its name` : `${file}:${String(line)}`;
  return `${place} says "${said}"; say: ${word.say}`;
}
