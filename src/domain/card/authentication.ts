/**
 * How the payer was authenticated by 3-D Secure: by data alone, by a challenge, or not at all because an
 * exemption was used.
 */
export const AUTHENTICATION_FLOWS = ['frictionless', 'challenged', 'exempted'] as const;
export type AuthenticationFlow = (typeof AUTHENTICATION_FLOWS)[number];

/** The acquirer's report of an authentication; a field is undefined if the acquirer does not report it. */
export interface Authentication {
  flow: AuthenticationFlow | undefined;
  /** The electronic commerce indicator, two digits: `05` and `02` are authenticated payments. */
  eci: string | undefined;
}

/** Builds an `Authentication`; returns undefined if neither the flow nor a valid ECI is known. */
export function authenticationOf(
  flow: AuthenticationFlow | undefined,
  eci: string | null | undefined,
): Authentication | undefined {
  const known = /^\d{1,2}$/.test(eci ?? '') ? eci?.padStart(2, '0') : undefined;
  return flow === undefined && known === undefined ? undefined : { flow, eci: known };
}
