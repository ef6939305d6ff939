import { describeError } from '#contract/describe-error.ts';
import { readableLine } from '#contract/readable-line.ts';
import pino, { type DestinationStream } from 'pino';

/**
 * The page's log: what broke and where, never what was sent. Requests, forms and answers are not logged at all, so no
 * card data can get in; errors are reduced by `describeError`.
 */
export const log = pino(
  {
    name: 'page',
    level: process.env['LOG_LEVEL'] ?? 'info',
    serializers: { err: describeError },
  },
  await output(),
);

/** Returns the log's destination, like the service's: readable lines on a terminal, JSON otherwise. */
async function output(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return pino.destination(1);
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    hideObject: true,
    messageFormat: readableLine,
    sync: true,
  });
}
