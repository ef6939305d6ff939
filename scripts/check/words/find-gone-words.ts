import { GONE_WORDS, type GoneWord } from './gone-words.ts';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly said: string;
  readonly word: GoneWord;
}

/** Where a word stays all the same. */
export interface Exemption {
  /** A file, or a folder with everything in it. */
  readonly path: string;
  /** Only these texts, as they stand there; without them, every word. */
  readonly texts?: readonly string[];
  readonly why: string;
}

/** Every word of a file, its path included, that is not said any more and not exempt there. */
export function findGoneWords(
  file: string,
  text: string,
  exemptions: readonly Exemption[] = [],
): Finding[] {
  const here = exemptions.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  if (here.some(({ texts }) => texts === undefined)) return [];
  const kept = here.flatMap(({ texts = [] }) => texts);
  const judged = kept.reduce((rest, exempt) => rest.replaceAll(exempt, ''), text);
  // The path stands on a line of its own, so that what the text says keeps its number: from 1.
  const words = inWords(`${file}\n${judged}`);
  return GONE_WORDS.flatMap((word) =>
    [...words.matchAll(word.pattern)].map(({ index, 0: said }) => ({
      file,
      line: words.slice(0, index).split('\n').length - 1,
      said: said.replaceAll(/\s+/g, ' '),
      word,
    })),
  );
}

/** In lower case; identifiers as their words, and comments without what begins their lines. */
function inWords(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:\*|\/\/)/gm, ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/[ \t]+/g, ' ');
}
