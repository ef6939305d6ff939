import { crossesNetworkInClear } from '#domain/clear-network.ts';
import { z } from 'zod';
import type { AdapterDescription, TerminalInput } from './adapter.ts';

const addresses = z.object({
  base_url: z.string().optional().catch(undefined),
  api_url: z.string().optional().catch(undefined),
});

/**
 * Returns the name of the setting whose URL would send card data unencrypted over a network, if there is one.
 * Allows it in an acquirer's test environment, which has no real cards.
 */
export function settingInClear(
  { testEnvironment }: AdapterDescription,
  terminal: TerminalInput,
): 'base_url' | 'api_url' | undefined {
  if (testEnvironment?.isUsedBy(terminal) === true) return undefined;
  return clearSettingOf(terminal.settings);
}

/** Like `settingInClear`, but without the exception for test environments. */
export function clearSettingOf(settings: unknown): 'base_url' | 'api_url' | undefined {
  const found = addresses.safeParse(settings).data ?? {};
  const isClear = (name: 'base_url' | 'api_url') => crossesNetworkInClear(found[name] ?? '');
  return (['base_url', 'api_url'] as const).find(isClear);
}

export const IN_CLEAR =
  'must be https: card data would cross the network to another machine unencrypted';
