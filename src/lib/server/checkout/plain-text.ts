/** White space, direction marks and control characters, which a single space replaces. */
const UNSEEN = /[\s\p{Bidi_Control}\p{Cc}]+/gu;

/** Cleans an acquirer's text for a page. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, ' ').trim();
}

/** Cleans an acquirer's text and isolates it, so that it does not change the direction of the sentence around it. */
export function isolated(text: string): string {
  return `\u2068${plainText(text)}\u2069`;
}
