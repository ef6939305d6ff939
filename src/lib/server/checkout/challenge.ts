import { serviceFetch } from '#contract/client/in-process.ts';
import { z } from 'zod';

import { pageConfig } from '../settings.ts';

const challenge = z.object({
  order_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  card_number: z.string(),
  state: z.enum(['open', 'approved', 'refused']).or(z.string()),
  return_url: z.url({ protocol: /^https?$/ }),
});

/** A challenge as the embedded acquirer keeps it. */
export type Challenge = z.output<typeof challenge>;

export type Decision = 'approve' | 'refuse';

/** The stand-in issuer speaks with the embedded acquirer; the payment page has no part in it. */
export const readChallenge = (id: string): Promise<Challenge | undefined> => call(id);

export const decideChallenge = (id: string, outcome: Decision): Promise<Challenge | undefined> =>
  call(id, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });

const call = async (id: string, init: RequestInit = {}): Promise<Challenge | undefined> => {
  const url = new URL(`/api/sandbox/v1/challenges/${id}`, pageConfig().orders.baseUrl);
  const answer = await serviceFetch()(url, init);
  if (!answer.ok) return undefined;
  return challenge.parse(await answer.json());
};
