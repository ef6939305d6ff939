import { onOrOff, wholeNumber } from '#contract/environment.ts';
import { z } from 'zod';
import { readEnvironment } from '../platform/config.ts';

/** Settings of the sandbox's acquirer, in addition to the behaviour of test cards and amounts. */
export interface SandboxSettings {
  /** The delay between booking a payment and answering, to simulate a slow acquirer. */
  delayMs: number;
  down: boolean;
}

const VARIABLES = z.object({
  SANDBOX_PROVIDER_DELAY_MS: wholeNumber(0, 600_000).default(0),
  SANDBOX_PROVIDER_DOWN: onOrOff.default(false),
});

/** @throws ConfigError that names every invalid variable */
export function readSandboxSettings(env: NodeJS.ProcessEnv): SandboxSettings {
  const variables = { complete: VARIABLES, partial: VARIABLES.partial(), rules: [] };
  const values = readEnvironment(variables, env);
  return { delayMs: values.SANDBOX_PROVIDER_DELAY_MS, down: values.SANDBOX_PROVIDER_DOWN };
}
