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
  /** Of no use outside the sandbox. */
  sandboxSettings: SandboxSettings;
}

export type Config = PageAloneConfig | ServiceConfig;

/**
 * The environment, parsed once. Everything that can be wrong with it is reported at once, by name,
 * and the program does not start: a service that guesses its configuration loses money quietly.
 *
 * @throws ConfigError naming every variable that is wrong. Values are never repeated: some are secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  if (isPageAlone(env)) return readPageAlone(env);
  const [config, sandboxSettings] = readBoth(
    () => readService(env),
    () => readSandboxSettings(env),
  );
  return { ...config, sandboxSettings };
}
