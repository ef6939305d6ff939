import { digitsOf } from './digits.ts';

/** The shortest card number there is. */
const MIN_CARD_DIGITS = 12;

/** The interface wants two names and people have one: it parts at its last space. */
export const splitName = (name: string): { firstName: string; lastName?: string } => {
  const tidy = tidyName(name);
  const at = tidy.lastIndexOf(' ');
  return at < 0
    ? { firstName: tidy }
    : { firstName: tidy.slice(0, at), lastName: tidy.slice(at + 1) };
};

export const tidyName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

/** A card number in the wrong field must not travel on as a name, which is written down. */
export const looksLikeCardNumber = (name: string): boolean =>
  digitsOf(name).length >= MIN_CARD_DIGITS;
