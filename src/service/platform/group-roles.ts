import { UUID } from '#contract/patterns.ts';

/** The staff's roles, the narrowest first. */
const STAFF_ROLES = ['viewer', 'support', 'finance', 'admin'] as const;

/** The role of a provider's group: of staff, or for one merchant. */
export type GroupRole = { group: string } & ActsAs;

type ActsAs =
  | { role: (typeof STAFF_ROLES)[number]; merchantId: undefined }
  | { role: 'merchant'; merchantId: string };

const MERCHANT = 'merchant:';

/** Reads OIDC_ROLES: `group=role,group=merchant:MERCHANT_ID`. @returns undefined if a part of it has another form */
export function readGroupRoles(text: string): GroupRole[] | undefined {
  const parts = text.split(',').map((part) => readGroupRole(part.trim()));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readGroupRole(part: string): GroupRole | undefined {
  // A group's name may contain an equals sign; a role does not.
  const end = part.lastIndexOf('=');
  const group = part.slice(0, Math.max(end, 0)).trim();
  const actsAs = readRole(part.slice(end + 1).trim());
  return group === '' || actsAs === undefined ? undefined : { group, ...actsAs };
}

function readRole(text: string): ActsAs | undefined {
  const role = STAFF_ROLES.find((each) => each === text);
  if (role !== undefined) return { role, merchantId: undefined };
  const merchantId = text.startsWith(MERCHANT) ? text.slice(MERCHANT.length).toLowerCase() : '';
  return UUID.test(merchantId) ? { role: 'merchant', merchantId } : undefined;
}

/**
 * Returns the role that somebody's groups give them: the widest staff role, or else the first merchant in the setting's
 * order; undefined if no group has a role.
 */
export function roleOfGroups(
  groups: readonly string[],
  groupRoles: readonly GroupRole[],
): ActsAs | undefined {
  const own = groupRoles.filter(({ group }) => groups.includes(group));
  const widest = STAFF_ROLES.findLast((role) => own.some((each) => each.role === role));
  if (widest !== undefined) return { role: widest, merchantId: undefined };
  return own.find(({ role }) => role === 'merchant');
}
