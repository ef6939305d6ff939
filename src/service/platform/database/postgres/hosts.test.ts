import { describe, expect, it } from 'vitest';
import { createHosts, readHosts } from './hosts.ts';

describe('the hosts of a database URL', () => {
  it.each([
    ['postgres://localhost/tollgate', ['postgres://localhost/tollgate']],
    ['postgres:///tollgate?host=/run/postgresql', ['postgres:///tollgate?host=/run/postgresql']],
    ['mysql://localhost/x', undefined],
    ['nonsense', undefined],
    ['postgres://one,/x', undefined],
    [`postgres://${Array.from({ length: 9 }, () => 'h').join(',')}/x`, undefined],
    ['postgres://one,two/x?target_session_attrs=standby', undefined],
    [
      'postgresql://u:p%40@one:5432,two:5433,[::1]:5434/db?sslmode=verify-full',
      [
        'postgresql://u:p%40@one:5432/db?sslmode=verify-full',
        'postgresql://u:p%40@two:5433/db?sslmode=verify-full',
        'postgresql://u:p%40@[::1]:5434/db?sslmode=verify-full',
      ],
    ],
    [
      'postgres://one,two/x?target_session_attrs=read-write',
      ['postgres://one/x', 'postgres://two/x'],
    ],
  ])('%s', (url, hosts) => {
    expect(readHosts(url)).toEqual(hosts);
  });
});

describe('the host in use', () => {
  it('moves on by one when a host is left, however many connections leave it', () => {
    const hosts = createHosts(['one', 'two', 'three']);
    for (const address of ['one', 'one', 'three']) hosts.leave(address);
    expect(hosts.current()).toBe('two');
    hosts.leave('two');
    hosts.leave('three');
    expect(hosts.current()).toBe('one');
  });
});
