let wasOffline = false;

/**
 * Tells whether to send nothing now, because there is no connection. The browser's word for it can be wrong, so that
 * the next time is sent in any case.
 */
export function isOffline(): boolean {
  wasOffline = !navigator.onLine && !wasOffline;
  return wasOffline;
}
