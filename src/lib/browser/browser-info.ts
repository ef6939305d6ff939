/** What 3-D Secure knows of colour depths, the largest first. */
const EMV_COLOUR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];

const inRange = (pixels: number): number => Math.min(99_999, Math.max(1, Math.round(pixels)));

/** What issuers ask about the browser, in place of the nominal values that the page carries. */
export const fillBrowserInfo = (form: HTMLFormElement): void => {
  const info = {
    color_depth: EMV_COLOUR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 1,
    // Browsers without the method have no Java either; typings know only those that have it.
    java_enabled: 'javaEnabled' in navigator && navigator.javaEnabled(),
    screen_height: inRange(screen.height),
    screen_width: inRange(screen.width),
    timezone: new Date().getTimezoneOffset(),
    window_height: inRange(innerHeight),
    window_width: inRange(innerWidth),
  };
  for (const [name, value] of Object.entries(info)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
  }
};
