/**
 * What issuers ask about the browser (browser_info of the interface), as fields of the form, so that
 * it travels the same with JavaScript and without. The values here are nominal:
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
