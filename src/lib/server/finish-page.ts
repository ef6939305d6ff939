import { FIRST_SCRIPT } from '../browser/first-script.ts';
import { readableAccent } from '../order/accent.ts';

/** Kit's marks of styles that it has put into the page already; nothing reads them here. */
const INLINED_STYLESHEET = /\s*<link [^>]*disabled media="\(max-width: 0\)">/g;

/** What a page gets after rendering: language, colour, the nonce on its styles, and its first script. */
export const finishPage = (html: string, { nonce, language, accent }: App.Locals): string =>
  html
    .replace('%tollgate.lang%', language.code)
    .replace('%tollgate.dir%', language.dir)
    .replace('%tollgate.script%', () => `<script nonce="${nonce}">${FIRST_SCRIPT}</script>`)
    .replaceAll(INLINED_STYLESHEET, '')
    .replace('</head>', () => `${accentStyle(accent)}</head>`)
    .replaceAll(/<style(?=[ >])/g, `<style nonce="${nonce}"`);

/** The merchant's colour over the page's own, in both themes. */
const accentStyle = (hex: string | undefined): string => {
  const accent = hex === undefined ? undefined : readableAccent(hex);
  return accent === undefined
    ? ''
    : `<style>:root{--accent:${accent.light}}@media(prefers-color-scheme:dark){:root{--accent:${accent.dark}}}</style>`;
};
