import { cellsEnv } from './celled-suite.ts';
import { poolerEnv } from './pooled-suite.ts';

/** What a service's environment has to say, beside its database, of how the suite is run: by cells, or behind a pooler. */
export function suiteEnv(databaseUrl: string | undefined): Record<string, string> {
  return { ...poolerEnv(), ...cellsEnv(databaseUrl) };
}
