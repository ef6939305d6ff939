import { describe, expect, it } from 'vitest';
import type { LeasedEvent } from './delivery-queries.ts';
import { createLanes, type Lanes } from './lanes.ts';

const HOST = 'shop.example';
const BYTES = new Uint8Array();

function event(host = HOST): LeasedEvent {
  return {
    ...{ id: '', lease_id: '', destination_url: `https://${host}/`, host, body: '[]', tries: 0 },
    ...{ lease_ends_at: new Date(0), abandoned_at: null, webhook_secret_sealed: BYTES },
    merchant_id: '',
    ...{ webhook_secret_old_sealed: null, webhook_secret_old_until: null },
    webhook_signature_switches_at: null,
  };
}

function confirm(lanes: Lanes, times: number): void {
  for (let time = 0; time < times; time += 1) {
    lanes.add(event());
    lanes.begin(HOST);
    lanes.finish(HOST, true);
  }
}

describe('the lane of a host', () => {
  it('begins two events at a time, and the next when one is finished', () => {
    const lanes = createLanes();
    for (let count = 0; count < 3; count += 1) lanes.add(event());
    expect([lanes.begin(HOST), lanes.begin(HOST)]).toEqual([event(), event()]);
    expect(lanes.begin(HOST)).toBeUndefined();
    lanes.finish(HOST, false);
    expect(lanes.begin(HOST)).toEqual(event());
  });

  it('takes more in advance the more often its host confirms, up to a limit', () => {
    const lanes = createLanes();
    confirm(lanes, 1);
    expect(lanes.allowances()).toEqual({ [HOST]: 4 });
    confirm(lanes, 20);
    expect(lanes.allowances()).toEqual({ [HOST]: 64 });
    lanes.add(event());
    expect(lanes.allowances()).toEqual({ [HOST]: 63 });
  });

  it('falls back to what is in flight at the first that is not confirmed', () => {
    const lanes = createLanes();
    confirm(lanes, 5);
    lanes.add(event());
    lanes.begin(HOST);
    lanes.finish(HOST, false);
    expect(lanes.allowances()).toEqual({});
  });

  it('gives back what has not begun, and keeps what has', () => {
    const lanes = createLanes();
    for (const host of [HOST, HOST, HOST, 'other.example']) lanes.add(event(host));
    lanes.begin(HOST);
    expect(lanes.drain(HOST)).toHaveLength(2);
    expect(lanes.held()).toBe(2);
    expect(lanes.drain()).toHaveLength(1);
    expect(lanes.held()).toBe(1);
    lanes.finish(HOST, true);
    expect(lanes.held()).toBe(0);
  });
});
