/**
 * What issuers ask about the browser (browser_info of the interface), as fields of the form, so that
 * it travels the same with JavaScript, before hydration, and without. The values here are nominal:
 * without JavaScript nothing can be known of screen and clock, and the interface demands an answer.
 * They describe an ordinary laptop in UTC.
 */
export const NOMINAL_BROWSER_INFO = {
  color_depth: '24',
  java_enabled: 'false',
  screen_height: '1080',
  screen_width: '1920',
  timezone: '0',
  window_height: '1080',
  window_width: '1920',
} as const;

/** Channel 02 of EMV 3-D Secure: a browser. */
export const BROWSER_CHANNEL = '02';

/**
 * Fills the hidden fields from the browser, now and again whenever a form is sent. The page carries
 * this function's own text as an inline script, so that it works before (or without) hydration:
 * it must not refer to anything outside itself.
 */
export const fillBrowserInfo = (): void => {
  const EMV_COLOUR_DEPTHS = ['48', '32', '24', '16', '15', '8', '4', '1'];
  const inRange = (pixels: number): string =>
    String(Math.min(99_999, Math.max(1, Math.round(pixels))));
  const fill = (): void => {
    const info: Record<string, string> = {
      color_depth: EMV_COLOUR_DEPTHS.find((depth) => Number(depth) <= screen.colorDepth) ?? '1',
      // Browsers without the method have no Java either; typings know only those that have it.
      java_enabled: String('javaEnabled' in navigator && navigator.javaEnabled()),
      screen_height: inRange(screen.height),
      screen_width: inRange(screen.width),
      timezone: String(new Date().getTimezoneOffset()),
      window_height: inRange(innerHeight),
      window_width: inRange(innerWidth),
    };
    for (const name in info) {
      const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (field) field.value = info[name] ?? field.value;
    }
  };
  fill();
  document.addEventListener('submit', fill, true);
};
