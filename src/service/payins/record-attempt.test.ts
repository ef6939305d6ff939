import { expect, it } from 'vitest';
import { EXTERNAL_ADAPTERS } from '../acquirers/installed.ts';
import { registerAdapters, type Terminals } from '../acquirers/registry.ts';
import { firstInquiryOf } from './record-attempt.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');

function at(seconds: number) {
  return new Date(AT.getTime() + seconds * 1_000);
}

function firstInquiry(adapter: string, expiresAt: Date): Date {
  const terminals = { adapters: registerAdapters(EXTERNAL_ADAPTERS) } as Terminals;
  const terminal = { id: 'terminal', adapter, version: 1n };
  return firstInquiryOf({ terminals }, { terminal }, AT, expiresAt);
}

it.each(['stripe', 'orders-api', 'not installed'])(
  'schedules the first inquiry of %s after 5 s',
  (adapter) => {
    expect(firstInquiry(adapter, at(900))).toEqual(at(5));
  },
);

it('schedules the first inquiry at the end of the waiting time if that comes first', () => {
  expect(firstInquiry('stripe', at(3))).toEqual(at(3));
});

it('schedules the first inquiry of Adyen, which cancels, only after the call has timed out', () => {
  expect(firstInquiry('adyen', at(900))).toEqual(at(12));
  expect(firstInquiry('adyen', at(3))).toEqual(at(12));
});
