/** Shoppers are sent to web addresses only, whatever an order says. */
export const webAddress = (text: string | undefined): string | undefined => {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
};
