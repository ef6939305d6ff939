/** The roles of people and tokens that operate the service for all merchants. */
export const STAFF_ROLES = ['viewer', 'support', 'finance', 'admin'] as const;
/** All roles: the staff's, and `merchant` for the people of one merchant. */
export const ROLES = [...STAFF_ROLES, 'merchant'] as const;
export type Role = (typeof ROLES)[number];
type StaffRole = (typeof STAFF_ROLES)[number];

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
}

const EVERYBODY: readonly StaffRole[] = ['viewer', 'support', 'finance'];

/**
 * The staff roles that may run a command. Admins may run all commands; those that are not listed are for admins only.
 */
const MAY: Readonly<Record<string, readonly StaffRole[]>> = {
  'overview show': EVERYBODY,
  'terminals list': EVERYBODY,
  'terminals show': EVERYBODY,
  'terminals health': EVERYBODY,
  'terminals check': EVERYBODY,
  'merchants list': EVERYBODY,
  'merchants show': EVERYBODY,
  'gates list': EVERYBODY,
  'gates show': EVERYBODY,
  'methods list': EVERYBODY,
  'methods show': EVERYBODY,
  'routes list': EVERYBODY,
  'routes choose': EVERYBODY,
  'blocks list': EVERYBODY,
  'limits show': EVERYBODY,
  'keys list': EVERYBODY,
  'keys show': EVERYBODY,
  'webhooks list': EVERYBODY,
  'webhooks show': EVERYBODY,
  'webhooks destinations': EVERYBODY,
  'webhooks events': EVERYBODY,
  'webhooks event': EVERYBODY,
  'alerts list': EVERYBODY,
  'attention list': EVERYBODY,
  'attention conditions': EVERYBODY,
  'ledger balances': EVERYBODY,
  'ledger movements': EVERYBODY,
  'ledger holds': EVERYBODY,
  'ledger status': EVERYBODY,
  'ledger check': EVERYBODY,
  'orders search': EVERYBODY,
  'orders show': EVERYBODY,
  'orders explain': EVERYBODY,
  'refunds list': EVERYBODY,
  'refunds show': EVERYBODY,
  'refunds create': ['finance'],
  'refunds take': ['finance'],
  'disputes list': EVERYBODY,
  'disputes show': EVERYBODY,
  'disputes evidence': EVERYBODY,
  'disputes ratio': EVERYBODY,
  'disputes answered': ['support', 'finance'],
  'disputes end': ['finance'],
  'disputes charge': ['finance'],
  'links list': EVERYBODY,
  'links show': EVERYBODY,
  'links methods': EVERYBODY,
  'links create': ['support', 'finance'],
  'links close': ['support', 'finance'],
  'payins cancel': ['support'],
  'payins comment': ['support'],
  'blocks add': ['support'],
  'blocks remove': ['support'],
  'webhooks resend': ['support'],
  'webhooks resend-failed': ['support'],
  'attention resolve': ['support', 'finance'],
  'attention retake': ['support', 'finance'],
  'money move': ['finance'],
  'gates freeze': ['finance'],
  'gates thaw': ['finance'],
  'orders fail': ['finance'],
  'reconciliations create': ['finance'],
  'reconciliations add': ['finance'],
  'reconciliations list': ['finance'],
  'reconciliations show': ['finance'],
  'reports create': ['finance'],
  'reports list': ['finance'],
  'reports show': ['finance'],
  'audit list': ['finance'],
  'audit verify': ['finance'],
};

/** The option that determines which merchant a command is about. */
export type OwnedOption =
  | 'merchant'
  | 'key'
  | 'order'
  | 'refund'
  | 'dispute'
  | 'link'
  | 'event'
  | 'report';

/**
 * The commands of the role merchant, each with the option that determines the merchant (`nobody` if the command is
 * about no merchant). Commands that are not listed are forbidden.
 */
export const FOR_MERCHANTS: Readonly<Record<string, OwnedOption | 'nobody'>> = {
  'overview show': 'merchant',
  'ledger balances': 'merchant',
  'ledger movements': 'merchant',
  'ledger holds': 'merchant',
  'merchants show': 'merchant',
  'limits show': 'merchant',
  'keys list': 'merchant',
  'keys show': 'key',
  'keys issue': 'merchant',
  'keys rotate': 'key',
  'keys revoke': 'key',
  'webhooks list': 'order',
  'webhooks show': 'merchant',
  'webhooks destinations': 'merchant',
  'webhooks events': 'merchant',
  'webhooks event': 'event',
  'webhooks resend': 'event',
  'webhooks resend-failed': 'merchant',
  'webhooks configure': 'merchant',
  'webhooks rotate-secret': 'merchant',
  'orders search': 'merchant',
  'orders show': 'order',
  'orders explain': 'nobody',
  'refunds list': 'merchant',
  'refunds show': 'refund',
  'disputes list': 'merchant',
  'disputes show': 'dispute',
  'links list': 'merchant',
  'links show': 'link',
  'links methods': 'merchant',
  'links create': 'merchant',
  'links close': 'link',
  'reports create': 'merchant',
  'reports list': 'merchant',
  'reports show': 'report',
};

export function mayRun(role: Role, command: string): boolean {
  if (role === 'admin') return true;
  if (role === 'merchant') return Object.hasOwn(FOR_MERCHANTS, command);
  return Object.hasOwn(MAY, command) && MAY[command]?.includes(role) === true;
}
