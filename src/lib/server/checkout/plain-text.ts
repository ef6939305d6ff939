/** White space, marks that turn text around, and control characters: one space is enough for all of them. */
const UNSEEN = /[\s\p{Bidi_Control}\p{Cc}]+/gu;

/** A text of an acquirer, as it is put into a page. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, ' ').trim();
}

/** The same within a sentence, whose direction it leaves alone. */
export function isolated(text: string): string {
  return `\u2068${plainText(text)}\u2069`;
}
