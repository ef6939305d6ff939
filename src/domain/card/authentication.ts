/**
 * How the payer was authenticated by 3-D Secure: by data alone, by a challenge, or not at all because an
 * exemption was used.
 */
export const AUTHENTICATION_FLOWS = ['frictionless', 'challenged', 'exempted'] as const;
export type AuthenticationFlow = (typeof AUTHENTICATION_FLOWS)[number];

/** What an acquirer says of it; undefined is what it does not say. */
export interface Authentication {
  flow: AuthenticationFlow | undefined;
  /** The electronic commerce indicator, two digits: `05` and `02` are authenticated payments. */
  eci: string | undefined;
}

/** Undefined where nothing is known. */
export function authenticationOf(
  flow: AuthenticationFlow | undefined,
  eci: string | null | undefined,
): Authentication | undefined {
  const known = /^\d{1,2}$/.test(eci ?? '') ? eci?.padStart(2, '0') : undefined;
  return flow === undefined && known === undefined ? undefined : { flow, eci: known };
}
