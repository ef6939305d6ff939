import { error } from '@sveltejs/kit';
import type { z } from 'zod';

import { pageConfig } from './page-config.ts';

interface Question<Schema> {
  /** Below `/api/sandbox/v1`. */
  path: string;
  /** What the sandbox's acquirer answers. */
  schema: Schema;
  /** What another party does; undefined to read. */
  act?: object;
}

/**
 * Asks the sandbox's acquirer as another party: a card's issuer, or the payer's bank. The payment page is not involved.
 * Throws Kit's error response for what the acquirer does not have, and outside of a sandbox.
 */
export async function askSandbox<Schema extends z.ZodType>(
  { path, schema, act }: Question<Schema>,
  { serviceFetch }: App.Locals,
): Promise<z.output<Schema>> {
  const { isSandbox, orders } = pageConfig();
  const answer = isSandbox
    ? await serviceFetch(new URL(`/api/sandbox/v1/${path}`, orders.baseUrl), {
        ...(act && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(act),
        }),
      })
    : undefined;
  if (!answer?.ok) error(404, { message: 'No such payment', state: 'notFound' });
  return schema.parse(await answer.json());
}
