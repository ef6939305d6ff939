import { languageOfTag, LANGUAGES } from '../../src/lib/i18n/languages.ts';
import type { Messages } from '../../src/lib/i18n/messages.ts';
import { valueIn } from './html-values.ts';

/** Returns the messages in the language that a page declares. */
export function messagesOf(html: string): Messages {
  const code = /<html lang="([a-zA-Z-]+)"/.exec(html)?.[1] ?? '';
  return (languageOfTag(code) ?? LANGUAGES.en).messages;
}

/** Returns the amount as the page writes it. It contains no character that could start or end markup. */
export function amountIn(html: string): string | undefined {
  return /<p class="amount[^"]*">([^<>"&]+)<\/p>/.exec(html)?.[1];
}

/** Returns the order's amount and the conversion rate, if the card is charged in another currency. */
export function orderedIn(html: string): {
  amount?: string | undefined;
  rate?: string | undefined;
} {
  const { orderAmount, rate } = messagesOf(html).order;
  return { amount: rowIn(html, orderAmount), rate: rowIn(html, rate) };
}

/** Returns the value of the row with that name, in the order's summary or the receipt. */
export function rowIn(html: string, name: string): string | undefined {
  const label = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return valueIn(html, new RegExp(`<dt[^>]*>${label}</dt>\\s*<dd[^>]*><bdi[^>]*>([^<>"]*)</bdi>`));
}

/** Returns the address of the link with that name. */
export function linkIn(html: string, name: string): string | undefined {
  return valueIn(html, new RegExp(`<a href="([^"]*)"[^>]*>${name}</a>`));
}

/** Matches the style with which the page sets the merchant's colour. */
export const ACCENT_STYLE =
  />:root\{--accent:#[0-9a-f]{6};--button:#[0-9a-f]{6};--on-button:#(?:fff|000)\}@media(\(prefers-color-scheme:dark\))\{:root\{--accent:#[0-9a-f]{6}\}\}</;
