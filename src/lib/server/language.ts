import { isLanguageCode, LANGUAGES, type Language } from '../messages/languages.ts';

/** Where the shopper's own choice is kept: for this browser session, for the payment pages. */
const COOKIE = 'language';

interface Asking {
  request: Request;
  url: URL;
  cookies: {
    get: (name: string) => string | undefined;
    set: (name: string, value: string, options: { path: string; secure: boolean }) => void;
  };
}

/** The language a request is answered in: the one chosen, else the first of the browser's we speak. */
export const languageOf = ({ request, url, cookies }: Asking): Language => {
  const chosen = url.searchParams.get('lang');
  if (chosen !== null && isLanguageCode(chosen)) {
    cookies.set(COOKIE, chosen, { path: '/', secure: url.protocol === 'https:' });
    return LANGUAGES[chosen];
  }
  const kept = cookies.get(COOKIE);
  if (kept !== undefined && isLanguageCode(kept)) return LANGUAGES[kept];
  return preferred(request.headers.get('accept-language') ?? '');
};

/** More languages than anybody speaks; a header can be of any length. */
const MAX_PREFERENCES = 32;

/** By weight, then by order; `de-AT` is answered in German. */
const preferred = (header: string): Language => {
  const ranges = header
    .split(',', MAX_PREFERENCES)
    .map((range) => {
      const [tag = '', weight] = range.split(';q=');
      return { code: tag.trim().split('-')[0]?.toLowerCase() ?? '', weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of ranges) if (isLanguageCode(code)) return LANGUAGES[code];
  return LANGUAGES.en;
};
