import type { MerchantScope } from './merchant-scope.ts';
import type { Role } from './roles.ts';

/** Who has a command done. */
export interface Actor {
  /** `operator key` for whoever can read the data directory, or `token` or `person` and their name. */
  name: string;
  role: Role;
  /** Of role merchant, and of no other: what they see is that merchant's alone. */
  scope?: MerchantScope | undefined;
  address: string | undefined;
}
