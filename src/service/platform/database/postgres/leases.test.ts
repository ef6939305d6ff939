import { describe, expect, it } from 'vitest';
import { TooManyWaiting } from '../unavailable.ts';
import { createLeases } from './leases.ts';

const shares = { ofOne: 2, waitingOfOne: 2, waiting: 3 };
const make = () => createLeases<string>({ most: 3, timeoutMs: 60_000, shares });

it('Connections are taken from the pool as long as there are some', async () => {
  const leases = createLeases<string>({ most: 2, timeoutMs: 60_000 });
  expect(await leases.begin('a')).toBeUndefined();
  expect(await leases.begin('a')).toBeUndefined();
  const third = leases.begin('b');
  expect(leases.waiting()).toBe(1);
  expect(leases.end('a', 'one')).toBe(true);
  expect(await third).toBe('one');
  expect(leases.end('a', 'two')).toBe(false);
});

it('One that is not to be had in time is given up, and the next has it', async () => {
  const leases = createLeases<string>({ most: 1, timeoutMs: 1 });
  await leases.begin('a');
  await expect(leases.begin('b')).rejects.toThrow('timeout exceeded when trying to connect');
  expect(leases.waiting()).toBe(0);
  expect(leases.end('a', 'one')).toBe(false);
  expect(await leases.begin('b')).toBeUndefined();
});

it('One that broke leaves its place to whoever waits', async () => {
  const leases = createLeases<string>({ most: 1, timeoutMs: 60_000 });
  await leases.begin('a');
  const next = leases.begin('b');
  expect(leases.end('a', undefined)).toBe(true);
  expect(await next).toBeUndefined();
});

it('A connection goes to whoever waits for its schema, for whom nobody is passed over for ever', async () => {
  const leases = createLeases<string>({ most: 1, timeoutMs: 60_000 });
  await leases.begin('a');
  const taken: string[] = [];
  const waits = ['b', 'a', 'a', 'a'].map(async (schema) => {
    await leases.begin(schema);
    taken.push(schema);
    leases.end(schema, 'one');
  });
  leases.end('a', 'one');
  await Promise.all(waits);
  expect(taken).toEqual(['a', 'a', 'b', 'a']);
});

describe('one schema of several', () => {
  it('leaves connections to the others', async () => {
    const leases = make();
    await Promise.all([leases.begin('a'), leases.begin('a')]);
    const third = leases.begin('a');
    expect(leases.waiting()).toBe(1);
    expect(await leases.begin('b')).toBeUndefined();
    expect(leases.end('b', 'three')).toBe(false);
    expect(leases.end('a', 'one')).toBe(true);
    expect(await third).toBe('one');
  });

  it('is refused at once where too many wait for it, and the others are not', async () => {
    const leases = make();
    await Promise.all([leases.begin('a'), leases.begin('a')]);
    const waiting = [leases.begin('a'), leases.begin('a')];
    await expect(leases.begin('a')).rejects.toThrow(TooManyWaiting);
    expect(await leases.begin('b')).toBeUndefined();
    waiting.push(leases.begin('b'));
    await expect(leases.begin('c')).rejects.toThrow(TooManyWaiting);
    leases.end('b', 'three');
    for (const connection of ['one', 'two']) leases.end('a', connection);
    expect(await Promise.all(waiting)).toEqual(['one', 'two', 'three']);
  });
});
