/**
 * The oldest browsers that run the page's scripts, by their names in @mdn/browser-compat-data: for each engine, the
 * first release of 2020 that supports ECMAScript 2020. Older browsers use the plain form.
 */
export const BROWSER_FLOOR = {
  chrome: '80',
  chrome_android: '80',
  edge: '80',
  firefox: '78',
  firefox_android: '79',
  opera: '67',
  safari: '13.1',
  safari_ios: '13.4',
  samsunginternet_android: '13.0',
  webview_android: '80',
} as const;

/** The syntax that all of them support, which the bundler may leave as it is. */
export const SYNTAX = 'es2020';
