/** The roles of people and tokens that operate the service for all merchants. */
export const STAFF_ROLES = ['viewer', 'support', 'finance', 'admin'] as const;
/** All roles: the staff's, and `merchant` for the people of one merchant. */
export const ROLES = [...STAFF_ROLES, 'merchant'] as const;
export type Role = (typeof ROLES)[number];
/** The staff roles that may run a command. Admins may run every command. */
export type Roles = readonly [...(typeof STAFF_ROLES)[number][], 'admin'];

/** The merchant whose orders, events and reports an actor may see. An actor without a scope sees all merchants'. */
export interface MerchantScope {
  merchantId: string;
}

/** The caller of a command. */
export interface Actor {
  /**
   * `operator key`, or `token` or `person` followed by its name. Anybody who can read the data directory has the key.
   */
  name: string;
  role: Role;
  /** Set for the role merchant and no other: the actor sees only this merchant's data. */
  scope?: MerchantScope | undefined;
  address: string | undefined;
  /** Set for a person who signed in; a token and the operator key are nobody in particular. */
  personId?: string;
}

/** The option that determines which merchant a command is about. */
export type OwnedOption = 'merchant' | 'key' | 'order' | 'refund' | 'dispute' | 'link' | 'event';
