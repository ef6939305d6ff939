import { Problem } from '#console/api/problem.ts';

const REASONS: Readonly<Record<string, string>> = {
  not_begun: 'It was begun in another browser, or more than ten minutes ago. Sign in again.',
  refused: 'The provider did not confirm it. Sign in again.',
  no_group: 'None of your groups at the provider has a role here: ask an admin of the provider.',
  removed: 'An admin removed you. An admin can let you in again with people restore.',
  unavailable: 'The provider does not answer. Try again in a moment.',
  not_configured: 'No provider is configured.',
};

/** Returns why a sign-in at the provider was refused, which the service put into the address. */
export function refusalOf(query: URLSearchParams): Problem | undefined {
  const reason = query.get('refused');
  if (reason === null) return undefined;
  const id = /^[\da-f-]{36}$/.exec(query.get('id') ?? '')?.[0];
  const detail =
    (REASONS[reason] ?? 'Sign in again.') + (id === undefined ? '' : ` Your id: ${id}`);
  return new Problem(0, 'You are not signed in', { detail });
}
