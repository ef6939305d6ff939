import { z } from 'zod';
import { boundedHttp, NotReachedError } from '#service/acquirers/bounded-http.ts';
import { declineMessage } from '#service/acquirers/decline-message.ts';
import type { TransferAcquirer, TransferOutcome } from '#service/acquirers/port.ts';

const payment = z.object({
  id: z.string(),
  status: z.enum(['waiting', 'paid', 'refused', 'closed', 'unknown']),
  reason: z.string().optional(),
});

export function blikAcquirer(baseUrl: string, token: string): TransferAcquirer {
  async function request(method: string, id: string, signal: AbortSignal, body?: object) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body && { body: JSON.stringify(body) };
    const answer = await boundedHttp(signal)(`${baseUrl}/transfers/${id}`, {
      method,
      headers,
      ...sent,
    });
    if (!answer.ok) throw new Error(`The acquirer answered ${answer.status}`);
    return outcomeOf(payment.parse(await answer.json()));
  }
  // The acquirer promises that an unknown id never takes a payment once it was queried.
  const findOutcome: TransferAcquirer['findOutcome'] = ({ id }, _saveReference, signal) =>
    request('GET', id, signal);
  return {
    async begin({ id, amountMinor, currency, input }, _saveReference, signal) {
      if (input.source !== 'BLIK') return { outcome: 'not_taken', cause: 'request_refused' };
      const sent = { amount_minor: Number(amountMinor), currency, code: input.code.reveal() };
      try {
        const begun = await request('PUT', id, signal, sent);
        if (begun.outcome === 'never_seen' || begun.outcome === 'abandoned')
          throw new Error('The payment was given up before it was begun');
        return begun;
      } catch (error) {
        if (error instanceof NotReachedError) return { outcome: 'not_taken', cause: 'unreachable' };
        throw error;
      }
    },
    findOutcome,
    // The same holds for a deleted id, unless it was already paid: then the answer says so.
    giveUp: ({ id }, _saveReference, signal) => request('DELETE', id, signal),
    confirmNotification: (attempt, _reported, ...call) => findOutcome(attempt, ...call),
  };
}

function outcomeOf({ id: reference, status, reason }: z.output<typeof payment>): TransferOutcome {
  switch (status) {
    case 'waiting':
      return {
        outcome: 'waiting',
        reference,
        instructions: { kind: 'confirm', where: 'bank_app' },
      };
    case 'paid':
      return { outcome: 'approved', reference };
    case 'refused': {
      const message = declineMessage(reason);
      return { outcome: 'soft_decline', reference, message, reason: 'other' };
    }
    case 'closed':
      return { outcome: 'abandoned' };
    case 'unknown':
      return { outcome: 'never_seen' };
  }
}
