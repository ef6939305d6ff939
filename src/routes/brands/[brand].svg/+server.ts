import { render } from 'svelte/server';

import { CARD_BRANDS } from '#domain/card/number.ts';
import BrandMark from '$lib/card-form/BrandMark.svelte';
import { noSuchPage } from '$lib/server/render-page.ts';

import type { RequestHandler } from './$types';

/**
 * Serves a brand's mark as a file, for the marks that the card form shows only once the number's brand is detected.
 */
export const GET: RequestHandler = (event) => {
  const { params, locals } = event;
  const brand = CARD_BRANDS.find((each) => each === params.brand);
  if (brand === undefined) return noSuchPage(event);
  const { body } = render(BrandMark, { props: { brand } });
  const svg = body.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  locals.ownPolicy = "default-src 'none'";
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
