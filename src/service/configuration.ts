import {
  isPageAlone,
  readPageAlone,
  readService,
  readBoth,
  type PageAloneConfig,
  type ServiceConfig as PlatformConfig,
} from './platform/config.ts';
import { readSandboxSettings, type SandboxSettings } from './sandbox/settings.ts';

export interface ServiceConfig extends PlatformConfig {
  /** Used only in the sandbox. */
  sandboxSettings: SandboxSettings;
}

export type Config = PageAloneConfig | ServiceConfig;

/**
 * Parses the environment. Reports all errors at once, by the names of the variables, and then the program does not
 * start: a service that guesses its configuration loses money quietly.
 *
 * @throws ConfigError naming every invalid variable. It never repeats values, because some are secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  if (isPageAlone(env)) return readPageAlone(env);
  const [config, sandboxSettings] = readBoth(
    () => readService(env),
    () => readSandboxSettings(env),
  );
  return { ...config, sandboxSettings };
}
