import { FREE_TEXT } from '#contract/patterns.ts';
import { z } from 'zod';

const MAX_NAME = 60;
/** A credential's id has 1,023 bytes at most; attestations that nobody asked for may have certificates. */
const MAX_ID = 1_364;
const MAX_BYTES = 16_384;
const MAX_TRANSPORTS = 8;

const encoded = (most: number) =>
  z
    .string()
    .max(most, { abort: true })
    .regex(/^[\w-]+$/);
const credential = {
  id: encoded(MAX_ID),
  rawId: encoded(MAX_ID),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** What `PublicKeyCredential.toJSON()` makes of a new passkey; what else it says is of no use here. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_BYTES),
    attestationObject: encoded(MAX_BYTES),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(MAX_TRANSPORTS)
      .default([]),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** What it makes of a passkey that has signed. */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_BYTES),
    authenticatorData: encoded(MAX_BYTES),
    signature: encoded(MAX_BYTES),
    userHandle: encoded(MAX_ID).nullish(),
  }),
});
export type AssertionResponse = z.output<typeof assertionResponse>;

export const passkeyName = z.string().trim().min(1).max(MAX_NAME, { abort: true }).regex(FREE_TEXT);
