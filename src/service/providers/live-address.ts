import { crossesNetworkInClear } from '#domain/clear-network.ts';
import { z } from 'zod';
import type { AdapterDescription, TerminalInput } from './adapter.ts';

const addresses = z.object({
  base_url: z.string().optional().catch(undefined),
  api_url: z.string().optional().catch(undefined),
});

/**
 * Which of a terminal's settings has card data cross a network in clear. A terminal of an acquirer's test
 * environment may: no card of it is anybody's.
 */
export function settingInClear(
  { testEnvironment }: AdapterDescription,
  terminal: TerminalInput,
): 'base_url' | 'api_url' | undefined {
  if (testEnvironment?.isUsedBy(terminal) === true) return undefined;
  return clearSettingOf(terminal.settings);
}

/** Whatever the credentials. */
export function clearSettingOf(settings: unknown): 'base_url' | 'api_url' | undefined {
  const found = addresses.safeParse(settings).data ?? {};
  const isClear = (name: 'base_url' | 'api_url') => crossesNetworkInClear(found[name] ?? '');
  return (['base_url', 'api_url'] as const).find(isClear);
}

export const IN_CLEAR =
  'must be https: card data would cross the network to another machine unencrypted';
