import { once } from 'node:events';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { LONGEST_DOWNLOAD_MS, type Download } from '../../operator/answer.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { LONG_ANSWER } from '../long-answer.ts';
import { commonHeaders } from '../reply.ts';
import type { RequestContext } from '../request-context.ts';

/** How long the reader of a file that broke off has for its last line. */
const LINGER_MS = 5_000;

/**
 * Sends a file while it is generated, as fast as the client reads it. If it breaks off, its last line says so, and the
 * connection is cut.
 */
export async function sendDownload(
  c: RequestContext,
  { log }: Pick<ServiceContext, 'log'>,
  { fileName, text, signal: limit, free }: Download,
): Promise<Response> {
  const { outgoing } = c.env;
  if (outgoing === undefined) throw new Error('A file is sent to a socket only');
  const requestId = c.get('requestId');
  const left = new AbortController();
  outgoing.once('close', () => {
    left.abort();
  });
  if (outgoing.destroyed) left.abort();
  const signal = AbortSignal.any([left.signal, limit]);
  outgoing.emit(LONG_ANSWER, LONGEST_DOWNLOAD_MS + LINGER_MS);
  outgoing.writeHead(200, {
    ...commonHeaders(requestId),
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
  try {
    for await (const piece of text) {
      signal.throwIfAborted();
      if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal });
    }
    outgoing.end();
  } catch (error) {
    if (left.signal.aborted) log.info({ requestId }, 'The client left before the end of a file');
    else {
      log.error({ err: error, requestId }, 'A file broke off');
      outgoing.write(`#REPORT_GENERATION_FAILED,${requestId}\n`, () => outgoing.destroy());
      setTimeout(() => outgoing.destroy(), LINGER_MS).unref();
    }
  } finally {
    free();
  }
  return RESPONSE_ALREADY_SENT;
}
