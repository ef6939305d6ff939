import { z } from 'zod';

import file from './signatures.json' with { type: 'json' };

/** Golden signatures made by another implementation, against which signer, verifier and client are tested. */
const requestVector = z.object({
  name: z.string(),
  kind: z.literal('request'),
  secret: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  timestamp: z.string(),
  body: z.string(),
  signature: z.string(),
});
const webhookVector = z.object({
  name: z.string(),
  kind: z.literal('webhook'),
  secret: z.string(),
  body: z.string(),
  signature: z.string(),
  standard_webhooks: z.object({
    'webhook-id': z.string(),
    'webhook-timestamp': z.string(),
    'webhook-signature': z.string(),
  }),
});

const cases = z
  .array(z.discriminatedUnion('kind', [requestVector, webhookVector]))
  .parse(file.cases);

export const requestVectors = cases.filter((vector) => vector.kind === 'request');
export const webhookVectors = cases.filter((vector) => vector.kind === 'webhook');
