import { languageOfTag, LANGUAGES } from '../../src/lib/i18n/languages.ts';
import type { Messages } from '../../src/lib/i18n/messages.ts';
import { valueIn } from './html-values.ts';

/** The words of the language that a page says it is in. */
export function messagesOf(html: string): Messages {
  const code = /<html lang="([a-zA-Z-]+)"/.exec(html)?.[1] ?? '';
  return (languageOfTag(code) ?? LANGUAGES.en).messages;
}

/** The amount in the page's own notation; none of its characters can begin or end anything in HTML. */
export function amountIn(html: string): string | undefined {
  return /<p class="amount[^"]*">([^<>"&]+)<\/p>/.exec(html)?.[1];
}

/** What was ordered for, where the card is charged in another currency, and by which rate. */
export function orderedIn(html: string): {
  amount?: string | undefined;
  rate?: string | undefined;
} {
  const { orderAmount, rate } = messagesOf(html).order;
  return { amount: rowIn(html, orderAmount), rate: rowIn(html, rate) };
}

/** The value of the row of that name, in the order's summary or the receipt. */
export function rowIn(html: string, name: string): string | undefined {
  const label = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return valueIn(html, new RegExp(`<dt[^>]*>${label}</dt>\\s*<dd[^>]*><bdi[^>]*>([^<>"]*)</bdi>`));
}

/** Where a link of that name leads. */
export function linkIn(html: string, name: string): string | undefined {
  return valueIn(html, new RegExp(`<a href="([^"]*)"[^>]*>${name}</a>`));
}

/** The merchant's colour, as the page puts it over its own. */
export const ACCENT_STYLE =
  />:root\{--accent:#[0-9a-f]{6};--button:#[0-9a-f]{6};--on-button:#(?:fff|000)\}@media(\(prefers-color-scheme:dark\))\{:root\{--accent:#[0-9a-f]{6}\}\}</;
