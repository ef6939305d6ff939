import { counted } from '#domain/counted.ts';
import type { Ask } from '#console/actions/fields.ts';
import type { AnswerOf } from '#console/api/client.ts';
import { merchantChoices } from '#console/merchants/merchant-choices.svelte.ts';
import { inWords } from '#console/orders/words.ts';

/** A person who may sign in, as admins see them. */
export type Person = AnswerOf<'people show'>;
type Role = Person['role'];

/** Describes how a person can sign in: "2 passkeys", or the provider's host. */
export function signInMethods({ passkeys, issuer }: Person): string {
  if (issuer !== null) return new URL(issuer).host;
  if (passkeys === 0) return 'a link, not used yet';
  return passkeys === 1 ? 'passkey' : counted(passkeys, 'passkey');
}

/** Returns a person's name in the audit, which has the provider's name for its people. */
export function auditName({ email, issuer, subject }: Person): string {
  return issuer === null || subject === null ? email : `${email} (${subject} at ${issuer})`;
}

/** What each role is for. */
const ROLES: Readonly<Record<Role, string>> = {
  viewer: 'Can view everything and change nothing.',
  support:
    'Can cancel and comment on orders, create links, answer disputes, block customers, and resend webhooks.',
  finance:
    'Can refund, end disputes, move money, correct fees, freeze gates, create links, and fail orders; sees reports, reconciliation and the audit.',
  admin: 'Can change everything: merchants, methods, terminals, keys and people.',
  merchant:
    "Sees one merchant's orders, disputes, balances and reports; can refund, and manage its links, keys and webhooks.",
};

const isMerchant = ({ role }: Readonly<Record<string, string>>) => role === 'merchant';

/** Asks for a role, and for the merchant if the role is a merchant's. Programs may only have staff roles. */
export function roleAsks(roles: readonly Role[]): Ask[] {
  return [
    {
      name: 'role',
      choices: roles.map((role) => ({
        value: role,
        label: inWords(role),
        meaning: ROLES[role],
      })),
    },
    {
      name: 'merchant',
      isRequired: true,
      when: isMerchant,
      ...(merchantChoices.known
        ? { choices: merchantChoices.known, hint: 'The merchant they act for' }
        : { hint: "The merchant's name or id" }),
    },
  ];
}

export const STAFF_ROLES: readonly Role[] = ['viewer', 'support', 'finance', 'admin'];
export const EVERY_ROLE: readonly Role[] = [...STAFF_ROLES, 'merchant'];

export const LINK_HOURS: Ask = {
  name: 'hours',
  label: 'Link lifetime, hours',
  hint: 'The link works once, within this time',
};
