import type { Role } from './roles.ts';

/** Who has a command done. */
export interface Actor {
  /** `operator key` for whoever can read the data directory, or `token` and its name. */
  name: string;
  role: Role;
  address: string | undefined;
}
