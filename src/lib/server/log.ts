import { describeError } from '#contract/describe-error.ts';
import pino from 'pino';

/**
 * The page's log: what broke and where, never what was sent. Requests, forms and answers are not
 * logged at all, so card data has no way into it; of an error, no more than `describeError` allows.
 */
export const log = pino({
  name: 'page',
  level: process.env['LOG_LEVEL'] ?? 'info',
  serializers: { err: describeError },
});
