const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as the language writes it: Nov 21, 2026, 7:46 PM UTC. @param timeZone the shopper's own, unless given */
export const formatInstant = (instant: Date, language: string, timeZone?: 'UTC'): string =>
  [formatOf(language, timeZone).format(instant), timeZone].filter(Boolean).join(' ');

/** Made once for each language: making one takes longer than rendering a page. */
const formatOf = (language: string, timeZone: string | undefined): Intl.DateTimeFormat => {
  const name = `${language} ${timeZone ?? ''}`;
  const format =
    formats.get(name) ??
    // With parts asked for one by one, many languages lose the zero of 01:16.
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  formats.set(name, format);
  return format;
};
