import { existsSync } from 'node:fs';
import { relative } from 'node:path';

import { STAGES, type Selection, type Stage } from './stages.ts';

export interface Options {
  readonly title?: string;
  readonly all?: true;
  readonly rest?: true;
}

/**
 * Returns the stages to run and the tests of each.
 *
 * @param words stages, files and folders
 * @returns a text that says what is wrong with them, if anything is
 */
export function planRun(
  words: readonly string[],
  { title, all, rest }: Options,
): { readonly stages: readonly Stage[]; readonly selection: Selection } | string {
  const isStage = (word: string) => STAGES.some(({ name }) => name === word);
  const names = words.filter(isStage);
  const paths = words.filter((word) => !isStage(word)).map((path) => relative('', path));
  const lost = paths.find((path) => !existsSync(path));
  if (lost !== undefined) return `No such stage or file: ${lost}`;
  const extent = rest ? 'rest' : all ? 'all' : 'test';
  const isAsked = ({ name, files, tagsOfPart, isApart }: Stage) => {
    if (names.length > 0) return names.includes(name);
    if (paths.length > 0) return paths.some((path) => files?.test(path));
    if (title !== undefined && name === 'check') return false;
    if (extent === 'rest') return isApart ?? tagsOfPart !== undefined;
    return extent === 'all' || !isApart;
  };
  return { stages: STAGES.filter(isAsked), selection: { extent, paths, title } };
}
