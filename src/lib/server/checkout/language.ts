import {
  languageOfTag,
  LANGUAGES,
  type Language,
  type LanguageCode,
} from '../../i18n/languages.ts';
import { readWeights } from '../accepted.ts';

/** The query parameter by which a shopper chooses a language, on any page. */
export const CHOSEN_LANGUAGE = 'lang';

/** The cookie with the shopper's choice, for this browser session and the payment pages. */
const COOKIE = 'language';

interface LanguageRequest {
  request: Request;
  url: URL;
  cookies: {
    get: (name: string) => string | undefined;
    set: (name: string, value: string, options: { path: string; secure: boolean }) => void;
  };
}

/**
 * Returns the language of the answer: the chosen one, else the browser's first language that we support. Saves a new
 * choice in a cookie.
 */
export function languageOf({ request, url, cookies }: LanguageRequest): Language {
  const chosen = languageOfTag(url.searchParams.get(CHOSEN_LANGUAGE) ?? '');
  if (chosen) {
    cookies.set(COOKIE, chosen.code, { path: '/', secure: url.protocol === 'https:' });
    return chosen;
  }
  const saved = languageOfTag(cookies.get(COOKIE) ?? '');
  return saved ?? preferred(request.headers.get('accept-language') ?? '');
}

/** Returns the language that the address chooses, which our own addresses then keep: a browser may keep no cookies. */
export function languageInAddress({ searchParams }: URL): LanguageCode | undefined {
  return languageOfTag(searchParams.get(CHOSEN_LANGUAGE) ?? '')?.code;
}

/** Returns the query of our own addresses: the language, if this page's address chooses one. */
export function languageQuery(url: URL): string {
  const code = languageInAddress(url);
  return code === undefined ? '' : `?${CHOSEN_LANGUAGE}=${code}`;
}

/** Adds the language of a request's address to the redirect that answers it, if that stays on this page's origin. */
export function keepLanguage(headers: Headers, url: URL): void {
  const location = headers.get('location');
  const language = languageInAddress(url);
  if (location?.startsWith('/') !== true || language === undefined) return;
  const to = new URL(location, url);
  if (to.origin !== url.origin || to.searchParams.has(CHOSEN_LANGUAGE)) return;
  to.searchParams.set(CHOSEN_LANGUAGE, language);
  headers.set('location', to.pathname + to.search);
}

/** Returns the supported language with the highest weight; the first of equal ones. */
function preferred(header: string): Language {
  const tags = [...readWeights(header)].filter(([, weight]) => weight > 0);
  return (
    tags
      .toSorted(([, one], [, other]) => other - one)
      .map(([tag]) => languageOfTag(tag))
      .find((language) => language !== undefined) ?? LANGUAGES.en
  );
}
