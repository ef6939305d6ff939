const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as the language writes it: 21 Nov 2026, 19:46 UTC. */
export const formatInstant = (instant: Date, language: string, timeZone?: string): string =>
  formatOf(language, timeZone).format(instant);

/** Made once for each language: making one takes longer than rendering a page. */
const formatOf = (language: string, timeZone: string | undefined): Intl.DateTimeFormat => {
  const name = `${language} ${timeZone ?? ''}`;
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...(timeZone !== undefined && { timeZone, timeZoneName: 'short' }),
    });
  formats.set(name, format);
  return format;
};
