import { dev } from '$app/environment';

import { accentStyle } from '../checkout/accent.ts';
import { insertScripts, leaveScriptsOut } from './page-scripts.ts';

/** Kit's marks of styles that it has put into the page already; nothing reads them here. */
const INLINED_STYLESHEET = /<link [^>]*disabled media="\(max-width: 0\)">/g;

/** Svelte's marks for a hydration that never comes. */
const HYDRATION_MARK = /<!--(?:\[[-!\d]*|\]|)-->/g;

/** What a page that takes another's place goes without: it would run under another page's nonce. */
const STYLES_AND_SCRIPTS = /<(style|script)\b[^>]*>.*?<\/\1>/gs;

export const withoutStylesAndScripts = (html: string): string =>
  html.replaceAll(STYLES_AND_SCRIPTS, '');

/** What a page gets after rendering: language, colour, and the nonce's mark on its styles and scripts. */
export const finishPage = (
  html: string,
  { own, nonce: ownNonce, language, accent, isPreview = false }: App.Locals,
): string => {
  const nonce = own.take(ownNonce);
  const finished = html
    .replace('%tollgate.lang%', language.code)
    .replace('%tollgate.dir%', language.dir)
    .replaceAll(INLINED_STYLESHEET, '')
    .replaceAll(HYDRATION_MARK, '')
    .replace('</head>', () => `${accentSheet(accent)}${dev ? viteClient(nonce) : ''}</head>`)
    .replaceAll(/<style(?=[ >])/g, `<style nonce="${nonce}"`);
  return isPreview ? leaveScriptsOut(finished) : insertScripts(finished, nonce);
};

/** In development alone: reloads the page when its sources change. Kit leaves it to pages that hydrate. */
const viteClient = (nonce: string): string =>
  `<script type="module" src="/@vite/client" nonce="${nonce}"></script>`;

const accentSheet = (hex: string | undefined): string =>
  hex === undefined ? '' : `<style>${accentStyle(hex)}</style>`;
