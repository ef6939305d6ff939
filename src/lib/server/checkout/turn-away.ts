import { error } from '@sveltejs/kit';

/** Ends a request that was refused before any route looked at it, on a page that says why. */
export const turnAway = ({ status, state }: App.Refusal): never =>
  error(status, { message: 'Refused', state });
