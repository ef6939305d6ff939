import { readBody } from '../security/read-body.ts';

/** A card form with every field at its longest is a sixteenth of this. */
const FORM_LIMIT_BYTES = 64 * 1024;

/**
 * The actions of every route that takes a form. Kit looks an action up by whatever name the address
 * gives, inherited properties of the object included, and only then looks at the form.
 */
const ACTIONS: ReadonlyMap<string | null, readonly string[]> = new Map([
  ['/pay/[id=uuid]', ['default']],
  ['/pay/[id=uuid]/card', ['default']],
  ['/pay/[id=uuid]/status', ['default']],
  ['/pay/[id=uuid]/another-card', ['default']],
  ['/(sandbox)/shop', ['default']],
  ['/(sandbox)/challenge/[id=uuid]', ['approve', 'refuse']],
]);

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** A form that can be read, or the status that says why it cannot. */
export type PostedForm =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; status: 400 | 413 | 415 };

export const takesForms = (routeId: string | null): boolean => ACTIONS.has(routeId);

interface Posted {
  request: Request;
  url: URL;
  route: { id: string | null };
}

/** Reads a posted form whole, so that a route finds one that it can parse, or none at all. */
export const readPostedForm = async ({ request, url, route }: Posted): Promise<PostedForm> => {
  if (!isKnownAction(url, ACTIONS.get(route.id) ?? [])) return { ok: false, status: 400 };
  const contentType = request.headers.get('content-type') ?? '';
  const isReadable = READABLE.get(mediaType(contentType));
  if (isReadable === undefined) return { ok: false, status: 415 };
  const body = await readBody(request, FORM_LIMIT_BYTES);
  if (!body.ok) return { ok: false, status: body.reason === 'too-large' ? 413 : 400 };
  return (await isReadable(body.bytes, contentType)) ? body : { ok: false, status: 400 };
};

/**
 * What came back with a shopper whom an issuer's page sent, in as much of a body as can be read. Whatever it is, the
 * shopper is shown the order: banks post what they post, line breaks within values included.
 */
export const readReturnedForm = async ({ request }: Posted): Promise<PostedForm> => {
  const contentType = request.headers.get('content-type') ?? '';
  const type = mediaType(contentType);
  const body = await readBody(request, FORM_LIMIT_BYTES);
  const isReadable =
    body.ok &&
    (type === URLENCODED || (type === MULTIPART && (await isMultipart(body.bytes, contentType))));
  return isReadable ? body : { ok: false, status: 400 };
};

const mediaType = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** `?/name` asks for an action, and an address without one for the default, which has no name. */
const isKnownAction = (url: URL, actions: readonly string[]): boolean => {
  const asked = [...url.searchParams.keys()].find((name) => name.startsWith('/'))?.slice(1);
  return asked === undefined
    ? actions.includes('default')
    : asked !== 'default' && actions.includes(asked);
};

type Check = (bytes: Uint8Array<ArrayBuffer>, contentType: string) => boolean | Promise<boolean>;

/**
 * Text without control characters, in which every % begins an escape. What the escapes stand for may
 * be of any encoding: banks that send the shopper back use older ones.
 */
const URL_ENCODED = /^(?:[^%\p{Cc}]|%[0-9a-f]{2})*$/iu;

const isUrlEncoded: Check = (bytes) => {
  try {
    return URL_ENCODED.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
};

const isMultipart: Check = async (bytes, contentType) => {
  try {
    await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return true;
  } catch {
    return false;
  }
};

const READABLE: ReadonlyMap<string, Check> = new Map([
  [URLENCODED, isUrlEncoded],
  [MULTIPART, isMultipart],
]);
