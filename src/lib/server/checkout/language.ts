import Negotiator from 'negotiator';

import { languageOfTag, LANGUAGES, type Language } from '../../i18n/languages.ts';

/** The parameter of any address by which a shopper chooses. */
export const CHOSEN_LANGUAGE = 'lang';

/** The cookie of the shopper's own choice: for this browser session, for the payment pages. */
const COOKIE = 'language';

interface LanguageRequest {
  request: Request;
  url: URL;
  cookies: {
    get: (name: string) => string | undefined;
    set: (name: string, value: string, options: { path: string; secure: boolean }) => void;
  };
}

/** The language a request is answered in: the one chosen, else the first of the browser's we speak. */
export function languageOf({ request, url, cookies }: LanguageRequest): Language {
  const chosen = languageOfTag(url.searchParams.get(CHOSEN_LANGUAGE) ?? '');
  if (chosen) {
    cookies.set(COOKIE, chosen.code, { path: '/', secure: url.protocol === 'https:' });
    return chosen;
  }
  const saved = languageOfTag(cookies.get(COOKIE) ?? '');
  return saved ?? preferred(request.headers.get('accept-language') ?? '');
}

/** It means nothing in the header, but the library would take `; q` for another parameter. */
const WHITE_SPACE = /\s+/g;

/** By weight, then by order. */
function preferred(header: string): Language {
  return (
    new Negotiator({ headers: { 'accept-language': header.replaceAll(WHITE_SPACE, '') } })
      .languages()
      .map(languageOfTag)
      .find((language) => language !== undefined) ?? LANGUAGES.en
  );
}
