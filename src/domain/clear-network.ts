/** Tells whether requests to a URL would cross a network unencrypted: it is http and names another machine. */
export function crossesNetworkInClear(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** Recognizes the names and addresses that always mean this machine, as a URL parser writes them. */
function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
