import { nonceOf } from './compare-headers.ts';
import type { FetchedPage } from './fetch-page.ts';
import { ACCENT_STYLE, amountIn, orderedIn } from './order-text.ts';

const MAX_FINDINGS = 20;
const MAX_SHOWN_CHARACTERS = 200;

/**
 * Returns the differences between two documents, tag by tag and text by text. First replaces what depends on the
 * order or the time by placeholders. No pattern for these matches markup, so that nothing can hide behind one.
 */
export function compareDocuments(live: FetchedPage, built: FetchedPage): string[] {
  const [ours, theirs] = [piecesOf(built), piecesOf(live)];
  if (ours.join('') === theirs.join('')) return [];
  const added = without(theirs, ours).map((piece) => `Not of this build: ${shown(piece)}`);
  const missing = without(ours, theirs).map((piece) => `Missing: ${shown(piece)}`);
  const findings = [...added, ...missing];
  if (findings.length === 0) return ['The parts of the page stand in another order'];
  return findings.slice(0, MAX_FINDINGS);
}

function piecesOf(page: FetchedPage): string[] {
  return withoutSpecifics(page).split(/(?=<)|(?<=>)/);
}

function withoutSpecifics(page: FetchedPage): string {
  const { amount, rate } = orderedIn(page.html);
  const texts: readonly (readonly [string | undefined, string])[] = [
    [nonceOf(page.headers), '{nonce}'],
    [rate, '{rate}'],
    [amount, '{ordered}'],
    [amountIn(page.html), '{amount}'],
  ];
  const html = texts.reduce(
    (text, [specific, name]) => (specific === undefined ? text : text.replaceAll(specific, name)),
    page.html,
  );
  return html
    .replace(/^<!doctype html><!--[^<>]*-->/, '<!doctype html>')
    .replace(/ data-seconds="\d+"/, ' data-seconds="{secondsLeft}"')
    .replace(/ data-today="[\d-]+"/, ' data-today="{today}"')
    .replace(/(<input [^>]*name="from" value=")(?:[\w-]{12}){1,2}"/, '$1{fingerprint}"')
    .replace(/&quot;patienceMs&quot;:\d+/, '{patienceMs}')
    .replace(/(<p id="time-left"[^<>]*>)[^<>]*/, '$1{timeLeft}')
    .replaceAll(/\/status\?since=\d+/g, '/status?since={since}')
    .replace(/<time datetime="[\d:.TZ-]+">[^<>]*</, '<time>{moment}<')
    .replace(ACCENT_STYLE, '>:root{--accent:{accent}}@media$1{:root{--accent:{accent}}}<');
}

/** Returns the pieces that occur more often in `pieces` than in `others`. */
function without(pieces: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const piece of others) left.set(piece, (left.get(piece) ?? 0) + 1);
  return pieces.filter((piece) => {
    const count = left.get(piece) ?? 0;
    left.set(piece, count - 1);
    return count <= 0;
  });
}

function shown(piece: string): string {
  return piece.length > MAX_SHOWN_CHARACTERS ? `${piece.slice(0, MAX_SHOWN_CHARACTERS)}…` : piece;
}
