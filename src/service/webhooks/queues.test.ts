import { describe, expect, it } from 'vitest';
import { createDestinationQueues, type DestinationQueues } from './queues.ts';
import type { LeasedEvent } from './store.ts';

const HOST = 'shop.example';
const BYTES = new Uint8Array();

function event(host = HOST): LeasedEvent {
  return {
    id: '',
    lease_id: '',
    group_id: '',
    destination_url: `https://${host}/`,
    destination_mac: null,
    host,
    traceparent: null,
    body: '[]',
    tries: 0,
    lease_ends_at: new Date(0),
    abandoned_at: null,
    webhook_secret_sealed: BYTES,
    merchant_id: '',
    webhook_secret_old_sealed: null,
    webhook_secret_old_until: null,
    webhook_signature_switches_at: null,
  };
}

function confirm(queues: DestinationQueues, times: number): void {
  for (let time = 0; time < times; time += 1) {
    queues.add(event());
    queues.begin(HOST);
    queues.finish(HOST, true);
  }
}

describe('the queue of a destination', () => {
  it('begins two events at a time, and the next when one is finished', () => {
    const queues = createDestinationQueues();
    for (let count = 0; count < 3; count += 1) queues.add(event());
    expect([queues.begin(HOST), queues.begin(HOST)]).toEqual([event(), event()]);
    expect(queues.begin(HOST)).toBeUndefined();
    queues.finish(HOST, false);
    expect(queues.begin(HOST)).toEqual(event());
  });

  it('may claim more events in advance the more often its host confirms, up to a limit', () => {
    const queues = createDestinationQueues();
    confirm(queues, 1);
    expect(queues.allowances()).toEqual({ [HOST]: 4 });
    confirm(queues, 20);
    expect(queues.allowances()).toEqual({ [HOST]: 64 });
    queues.add(event());
    expect(queues.allowances()).toEqual({ [HOST]: 63 });
  });

  it('may claim no events in advance after one that is not confirmed', () => {
    const queues = createDestinationQueues();
    confirm(queues, 5);
    queues.add(event());
    queues.begin(HOST);
    queues.finish(HOST, false);
    expect(queues.allowances()).toEqual({});
  });

  it.each([
    ['as many as it was allowed', 2, true],
    ['fewer', 1, false],
  ])('runs low only if the last claim was full: it took %s', (_howMany, taken, isLow) => {
    const queues = createDestinationQueues();
    const events = Array.from({ length: taken }, () => event());
    for (const each of events) queues.add(each);
    queues.noteClaim(events, {});
    queues.begin(HOST);
    queues.begin(HOST);
    expect(queues.isLow(HOST)).toBe(isLow);
    expect(queues.isLow('other.example')).toBe(false);
  });

  it('gives back events that have not begun, and keeps those in flight', () => {
    const queues = createDestinationQueues();
    for (const host of [HOST, HOST, HOST, 'other.example']) queues.add(event(host));
    queues.begin(HOST);
    expect(queues.drain(HOST)).toHaveLength(2);
    expect(queues.size()).toBe(2);
    expect(queues.drain()).toHaveLength(1);
    expect(queues.size()).toBe(1);
    queues.finish(HOST, true);
    expect(queues.size()).toBe(0);
  });
});
