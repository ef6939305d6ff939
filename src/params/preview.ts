import type { ParamMatcher } from '@sveltejs/kit';

declare global {
  /**
   * Whether the request at hand came by the operators' listener, to look at a merchant's branding. No header says
   * so, which somebody else could send: the server that runs the page does.
   */
  var tollgateIsPreview: (() => boolean) | undefined;
}

/** Elsewhere the address leads nowhere, as any that there is not. */
export const match: ParamMatcher = (param) =>
  param === 'preview' && globalThis.tollgateIsPreview?.() === true;
