import { isLanguageCode, LANGUAGES } from '../../src/lib/messages/languages.ts';
import type { Messages } from '../../src/lib/messages/messages.ts';

/** The words of the language that a page says it is in. */
export function messagesOf(html: string): Messages {
  const code = /<html lang="([a-z]+)"/.exec(html)?.[1] ?? '';
  return LANGUAGES[isLanguageCode(code) ? code : 'en'].messages;
}

/** The amount in the page's own notation; none of its characters can begin or end anything in HTML. */
export function amountIn(html: string): string | undefined {
  return /<p class="amount[^"]*">([^<>"&]+)<\/p>/.exec(html)?.[1];
}

/** The same of what the card is charged, where that is another currency. */
export function chargedAmountIn(html: string): string | undefined {
  const [before = '', after = ''] = messagesOf(html).order.chargedAs.split('{amount}');
  const text = /<p class="details[^"]*"><!--\[0--><span>([^<>"&]+)<\/span>/.exec(html)?.[1] ?? '';
  const isCharge = text.startsWith(before) && text.endsWith(after);
  return isCharge && text.length > before.length + after.length
    ? text.slice(before.length, text.length - after.length)
    : undefined;
}

/** The merchant's colour, as the page puts it over its own. */
export const ACCENT_STYLE =
  />:root\{--accent:#[0-9a-f]{6}\}@media(\(prefers-color-scheme:dark\))\{:root\{--accent:#[0-9a-f]{6}\}\}</;
