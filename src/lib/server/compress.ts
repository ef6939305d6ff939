import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Beyond this, more effort costs more time than the bytes it saves. */
const BROTLI_QUALITY = 5;
/** 64 KiB: as far back as a page reaches. What a larger window needs is made anew for each page. */
const BROTLI_WINDOW_BITS = 16;
/** Smaller answers fit into the packet that carries their headers. */
const WORTH_IT_BYTES = 1024;

const ENCODERS = {
  br: (body: Buffer) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (body: Buffer) => zip(body),
};

/**
 * A page as small as the browser takes it: the first round trip is to hold all that is needed to
 * pay. Nothing secret stands beside anything that an attacker could choose, so length tells nothing.
 */
export const compressPage = async (request: Request, response: Response): Promise<Response> => {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (encoding === undefined) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  if (body.length < WORTH_IT_BYTES) return new Response(body, { status: response.status, headers });
  const encoded = await ENCODERS[encoding](body);
  headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(encoded.length));
  headers.delete('ETag');
  return new Response(new Uint8Array(encoded), { status: response.status, headers });
};
