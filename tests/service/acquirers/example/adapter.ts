import { z } from 'zod';
import { CARD_BRANDS } from '#domain/card/number.ts';
import type { CardAcquirer } from '#service/acquirers/port.ts';
import type { AcquirerAdapter } from '#service/acquirers/adapter.ts';
import { boundedHttp, NotReachedError } from '#service/acquirers/bounded-http.ts';
import { declineMessage } from '#service/acquirers/decline-message.ts';

const settings = z.strictObject({ base_url: z.url() });
const credentials = z.strictObject({ token: z.string().min(1) });
const payment = z.object({
  id: z.string(),
  status: z.enum(['paid', 'declined', 'pending', 'unknown']),
  reason: z.string().optional(),
});

export const examplepayAdapter: AcquirerAdapter = {
  describe: () => ({
    name: 'examplepay',
    currencies: ['EUR'],
    paymentSources: ['CARD'],
    brands: CARD_BRANDS,
    cards: {
      challenges: 'none',
      givesUpChallenges: false,
      outcomes: 'asked',
      voids: false,
      declineReasons: false,
    },
    payouts: false,
    transfers: [],
    refunds: undefined,
    notifications: false,
    remote: true,
    settings,
    credentials,
  }),
  connect(terminal) {
    const { base_url: baseUrl } = settings.parse(terminal.settings);
    const { token } = credentials.parse(terminal.credentials);
    const request = async (method: string, id: string, signal: AbortSignal, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = body && { body: JSON.stringify(body) };
      const answer = await boundedHttp(signal)(`${baseUrl}/payments/${id}`, {
        method,
        headers,
        ...sent,
      });
      if (!answer.ok) throw new Error(`The acquirer answered ${answer.status}`);
      return outcomeOf(payment.parse(await answer.json()));
    };
    // The acquirer promises that a cancelled id never takes a payment.
    const findOutcome: CardAcquirer['findOutcome'] = ({ id }, _saveReference, signal) =>
      request('DELETE', id, signal);
    const cards: CardAcquirer = {
      async authorize({ id, amountMinor, currency, card }, _saveReference, signal) {
        const { number, securityCode, expiryMonth, expiryYear } = card.reveal();
        const expiry = `${expiryMonth}/${expiryYear}`;
        const amount = { amount_minor: Number(amountMinor), currency };
        try {
          const sent = { ...amount, number, securityCode, expiry };
          const found = await request('PUT', id, signal, sent);
          if (found.outcome === 'never_seen') throw new Error('The acquirer lost a payment');
          return found;
        } catch (error) {
          if (error instanceof NotReachedError)
            return { outcome: 'not_taken', cause: 'unreachable' };
          throw error;
        }
      },
      findOutcome,
      completeChallenge: (attempt, _returned, ...call) => findOutcome(attempt, ...call),
      confirmNotification: (attempt, _reported, ...call) => findOutcome(attempt, ...call),
      giveUp: findOutcome,
    };
    const check = (): Promise<'good'> => Promise.resolve('good');
    const none = { payouts: undefined, transfers: undefined, refunds: undefined };
    return { cards, check, ...none, readNotification: undefined };
  },
};

function outcomeOf({ id: reference, status, reason }: z.output<typeof payment>) {
  if (status === 'paid') return { outcome: 'approved', reference, rrn: undefined } as const;
  if (status === 'pending') return { outcome: 'pending', reference } as const;
  if (status === 'unknown') return { outcome: 'never_seen' } as const;
  const message = declineMessage(reason);
  return { outcome: 'soft_decline', reference, message, reason: 'other' } as const;
}
