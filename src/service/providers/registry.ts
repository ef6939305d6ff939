import type { CardProvider, PayoutProvider } from './provider.ts';

/** What one adapter can do, under the name that routes give it. */
export interface Adapter {
  name: string;
  cards?: CardProvider;
  payouts?: PayoutProvider;
}

/** The adapters that are installed, by name. A route may name one that is not. */
export interface Providers {
  cards: ReadonlyMap<string, CardProvider>;
  payouts: ReadonlyMap<string, PayoutProvider>;
}

/**
 * The provider that an attempt was made with.
 *
 * @throws when its adapter is no longer installed
 */
export function providerOf<Provider>(
  installed: ReadonlyMap<string, Provider>,
  { adapter }: { adapter: string },
): Provider {
  const provider = installed.get(adapter);
  if (provider === undefined) throw new Error(`No adapter ${adapter} is installed`);
  return provider;
}

/** @throws when two adapters have one name: which of them a route means could not be told */
export function registerProviders(adapters: readonly Adapter[]): Providers {
  const names = new Set(adapters.map(({ name }) => name));
  if (names.size < adapters.length) throw new Error('Two adapters have one name');
  return {
    cards: new Map(adapters.flatMap(({ name, cards }) => (cards ? [[name, cards]] : []))),
    payouts: new Map(adapters.flatMap(({ name, payouts }) => (payouts ? [[name, payouts]] : []))),
  };
}
