import { CARDHOLDER_NAME_LENGTH, FREE_TEXT, hasLength } from '#contract/patterns.ts';

/** The interface wants two names and people have one: it parts at its last space. */
export const splitName = (name: string): { firstName: string; lastName?: string } => {
  const tidy = tidyName(name);
  const at = tidy.lastIndexOf(' ');
  return at < 0
    ? { firstName: tidy }
    : { firstName: tidy.slice(0, at), lastName: tidy.slice(at + 1) };
};

/**
 * Direction marks, joiners and the like come along with a paste or from a keyboard, and say nothing
 * to a bank; U+FFF9 to U+FFFB mark annotations that nothing shows.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

export const tidyName = (name: string): string =>
  name
    .replace(INVISIBLE, '')
    .trim()
    .replace(/[\p{Zs}\t]+/gu, ' ');

/** People's names are written in every way there is: any text is one, but for control characters. */
export const isName = (tidy: string): boolean =>
  !/\p{Cc}/u.test(tidy) && FREE_TEXT.test(tidy) && hasLength(tidy, CARDHOLDER_NAME_LENGTH);
