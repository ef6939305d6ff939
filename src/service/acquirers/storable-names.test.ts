import { expect, it } from 'vitest';
import { declineMessage } from './decline-message.ts';
import type { DisputeNotice, NotificationReading, ReportedPayment } from './port.ts';
import { withStorableNames } from './storable-names.ts';

const NOTICE = { about: undefined, id: 'evt_1', event: 'CHARGEBACK', detail: undefined };
const REPORTED: ReportedPayment = {
  event: 'AUTHORISATION',
  success: true,
  approves: true,
  reference: 'PSP',
  amountMinor: 1n,
  currency: 'EUR',
  reason: undefined,
};

async function read(
  notifications: Extract<NotificationReading, { ok: true }>['notifications'],
): Promise<NotificationReading | undefined> {
  const acquirer = withStorableNames({
    cards: undefined,
    payouts: undefined,
    transfers: undefined,
    refunds: undefined,
    check: () => Promise.resolve('good'),
    readNotification: () => Promise.resolve({ ok: true, notifications }),
  });
  return acquirer.readNotification?.(new Headers(), new Uint8Array());
}

it.each([
  ['a card number', 'evt 4242424242424242.2', 'evt 424242******4242.2'],
  ['a card number in groups', 'evt 4242 4242 4242 4242', '424242******4242'],
  [
    'several card numbers, and nothing else',
    'EVENT 4242424242424242 of 5555555555554444',
    'EVENT 424242******4242 of 555555******4444',
  ],
  ['what a database does not store', 'evt\0\ud800', 'evt\uFFFD\uFFFD'],
  ['more than anybody needs', 'e'.repeat(300), 'e'.repeat(255)],
])('names of events, disputes and payments lose %s', async (_, name, kept) => {
  expect(await read([{ ...NOTICE, kind: 'notice', id: name, event: name }])).toMatchObject({
    notifications: [{ id: kept, event: kept.slice(0, 100) }],
  });
  const dispute = { ...NOTICE, kind: 'dispute', id: name, reference: name } as DisputeNotice;
  expect(await read([dispute])).toMatchObject({ notifications: [{ id: kept, reference: kept }] });
});

it("leaves references as acquirers write them, and a payment's own whatever it is", async () => {
  for (const reference of ['8825408195409505', 'NC6HT9CRT65ZGN82', 'dp_1Nv0FGQ9RKHgCVdK5']) {
    const dispute = { ...NOTICE, kind: 'dispute', reference } as DisputeNotice;
    expect(await read([dispute])).toMatchObject({ notifications: [{ reference }] });
  }
  const reported = { ...REPORTED, reference: '4242424242424242' };
  const about = { reference: reported.reference };
  expect(
    await read([
      { kind: 'card', attemptId: 'a', reported },
      { ...NOTICE, kind: 'notice', about },
    ]),
  ).toMatchObject({ notifications: [{ reported }, { about }] });
});

it('of a text that an acquirer writes, only what a database stores is kept', () => {
  expect(declineMessage('Do not\0honour \ud83d')).toBe('Do not\uFFFDhonour \uFFFD');
  expect(declineMessage(`${'x'.repeat(254)}𝒜`)).toBe(`${'x'.repeat(254)}\uFFFD`);
});
