import type { Role } from './roles.ts';

/** Whose orders, events and reports somebody may see; where there is none, everybody's. */
export interface MerchantScope {
  merchantId: string;
}

/** Who has a command done. */
export interface Actor {
  /** `operator key` for anybody who can read the data directory, or `token` or `person` and their name. */
  name: string;
  role: Role;
  /** Of role merchant, and of no other: what they see is that merchant's alone. */
  scope?: MerchantScope | undefined;
  address: string | undefined;
}
