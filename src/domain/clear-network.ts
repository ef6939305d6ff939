/** Whether what is sent there would cross a network in clear: it is http, and another machine. */
export function crossesNetworkInClear(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** Names and addresses that mean this machine by definition, as a URL parser writes them. */
function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
