import { onOrOff, wholeNumber } from '#contract/environment.ts';
import { z } from 'zod';
import { readEnvironment } from '../platform/config.ts';

/** How the sandbox's acquirer and payer behave, beside what a card's number says. */
export interface SandboxSettings {
  /** Between booking a payment and answering, as a slow provider would. */
  delayMs: number;
  down: boolean;
}

const VARIABLES = z.object({
  SANDBOX_PROVIDER_DELAY_MS: wholeNumber(0, 600_000).default(0),
  SANDBOX_PROVIDER_DOWN: onOrOff.default(false),
});

/** @throws ConfigError naming every variable that is wrong */
export function readSandboxSettings(env: NodeJS.ProcessEnv): SandboxSettings {
  const variables = { complete: VARIABLES, partial: VARIABLES.partial(), rules: [] };
  const values = readEnvironment(variables, env);
  return { delayMs: values.SANDBOX_PROVIDER_DELAY_MS, down: values.SANDBOX_PROVIDER_DOWN };
}
