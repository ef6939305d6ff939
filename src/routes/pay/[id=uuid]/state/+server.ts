import { json } from '@sveltejs/kit';

import { describeDecline } from '$lib/order/decline.ts';
import { phaseOf } from '$lib/order/phase.ts';
import { readSurroundings } from '$lib/server/read-surroundings.ts';
import { orders } from '$lib/server/settings.ts';

import type { RequestHandler } from './$types';

/** Where the order stands, for the scripts of its pages: the phase, and how it was declined. */
export const GET: RequestHandler = async ({ params }) => {
  const answer = await orders().getPayin(params.id);
  if (!answer.ok) return json({ error: 'unavailable' }, { status: 503 });
  const { status, provider_error_message: said } = answer.value;
  const phase = phaseOf(status);
  if (phase !== 'form' || said === undefined) return json({ phase });
  const surroundings = await readSurroundings(params.id);
  return json({ phase, decline: describeDecline(said, surroundings?.attempts_left) });
};
