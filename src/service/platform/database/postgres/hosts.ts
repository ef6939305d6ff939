const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^#]*)$/;
const WANTED = 'target_session_attrs';
/** As libpq has them; whatever is asked for, it is the one that takes writes. */
const WANTED_VALUES: ReadonlySet<string> = new Set(['any', 'primary', 'read-write']);
const MOST_HOSTS = 8;

/**
 * The addresses that a DATABASE_URL names: one, or several separated by commas, as libpq has it
 * (`postgres://user@one:5432,two:5432/database`). One of them takes writes at a time.
 *
 * @returns undefined where it is no such URL, or wants another server than one that takes writes
 */
export function readHosts(databaseUrl: string): string[] | undefined {
  const [, start, authority, rest = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  if (start === undefined || authority === undefined) return undefined;
  const hosts = authority.split(',');
  // One alone may be left out, or named as a parameter: a socket of this machine.
  if (hosts.length > 1 && hosts.includes('')) return undefined;
  const addresses = hosts.flatMap((host) => withoutWanted(start + host + rest) ?? []);
  return addresses.length === hosts.length && hosts.length <= MOST_HOSTS ? addresses : undefined;
}

function withoutWanted(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const wanted = url.searchParams.get(WANTED);
  if (wanted !== null && !WANTED_VALUES.has(wanted)) return undefined;
  if (wanted === null) return text;
  url.searchParams.delete(WANTED);
  return url.href;
}

/** Which of a database's addresses is used now; shared by all pools of a process. */
export interface Hosts {
  count: number;
  current(): string;
  /** That address does not take writes, or does not answer: unless somebody has, all move on to the next. */
  leave(address: string): void;
}

export function createHosts(addresses: readonly string[]): Hosts {
  let index = 0;
  const current = () => addresses[index] ?? '';
  return {
    count: addresses.length,
    current,
    leave(address) {
      if (address === current()) index = (index + 1) % addresses.length;
    },
  };
}
