import { FIRST_SCRIPT } from '$lib/browser/first-script.ts';
import type { Language } from '$lib/messages/languages.ts';

/** Kit's marks of styles that it has put into the page already; nothing reads them here. */
const INLINED_STYLESHEET = /\s*<link [^>]*disabled media="\(max-width: 0\)">/g;

/** What a page gets after rendering: its language, the nonce on its styles, and its first script. */
export const finishPage = (html: string, nonce: string, language: Language): string =>
  html
    .replace('%tollgate.lang%', language.code)
    .replace('%tollgate.dir%', language.dir)
    .replace('%tollgate.script%', () => `<script nonce="${nonce}">${FIRST_SCRIPT}</script>`)
    .replaceAll('<style>', `<style nonce="${nonce}">`)
    .replaceAll(INLINED_STYLESHEET, '');
