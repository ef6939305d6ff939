import { z } from 'zod';
import { eraseEndedOrdersOf, requestErasureOfOpenOrders } from '../../orders/erasure.ts';
import { blockFingerprint } from '../../orders/fingerprints.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { changeAndCall, recordingSteps, type OperatorCommands } from '../command.ts';

const SHOWN_CHARACTERS = 12;

/** Commands for customers' rights to their data. */
export const CUSTOMER_COMMANDS = {
  'customers erase': changeAndCall({
    summary:
      "Erase a customer's data from orders and webhooks; data in open orders is erased when they end.",
    roles: ['admin'],
    input: { email: z.email() },
    answer: z.object({
      erased: z.int().describe('Number of orders and webhooks whose customer data was erased.'),
      open: z.int().describe('Open orders, whose data is erased when they end.'),
    }),
    run: async ({ email }, context, call) =>
      recordingSteps(context, call, async (within, before) => {
        const subject = `customer ${emailFingerprint(context.keyring, email)}`;
        const erased = await eraseEndedOrdersOf(within, email);
        const { requested, open } =
          erased > 0 ? NOT_YET : await requestErasureOfOpenOrders(within, email);
        return {
          ok: true,
          done: erased,
          result: { erased: before + erased, open },
          changed: erased + requested > 0 ? { subject, after: { erased, open } } : undefined,
        };
      }),
  }),
} satisfies OperatorCommands;

/** Open orders are handled in the last step, when no ended order is left. */
const NOT_YET = { requested: 0, open: 0 };

/** Returns a fingerprint for the audit, which must not keep the address but has to distinguish customers. */
function emailFingerprint(keyring: Keyring, email: string): string {
  return blockFingerprint(keyring, 'email', email).toString('hex').slice(0, SHOWN_CHARACTERS);
}
