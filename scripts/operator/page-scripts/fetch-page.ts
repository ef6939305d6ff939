/** A complete answer. */
export interface FetchedPage {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
}

export type Fetched = { ok: true; page: FetchedPage } | { ok: false; finding: string };

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/** No compression, because decoding could hide what was sent. The language affects only the texts. */
const HEADERS = { accept: 'text/html', 'accept-encoding': 'identity', 'accept-language': 'en' };

/** Fetches a page, following redirects within its origin as a browser would. */
export async function fetchPage(address: string): Promise<Fetched> {
  let url = URL.parse(address);
  for (let redirects = 0; url !== null && redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await ask(url);
    if (typeof answer === 'string') return { ok: false, finding: answer };
    const location = answer.headers.get('location');
    if (location === null || answer.status < 300 || answer.status > 399) {
      const page = { url, status: answer.status, headers: answer.headers, html: answer.html };
      return { ok: true, page };
    }
    const next = URL.parse(location, url);
    if (next?.origin !== url.origin) {
      return { ok: false, finding: `It sends the shopper to ${location} instead of answering` };
    }
    url = next;
  }
  const why = url === null ? 'It is no address' : 'It sends the shopper from one page to another';
  return { ok: false, finding: why };
}

type Answer = Omit<FetchedPage, 'url'>;

async function ask(url: URL): Promise<Answer | string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { redirect: 'manual', headers: HEADERS, signal });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return `It cannot be fetched: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
