/** Why an exchange was ended from our side. */
type EndedBy = 'timeout' | 'interrupted';

export interface Deadline {
  signal: AbortSignal;
  /** Call it when the exchange is over. */
  clear(): void;
}

/** Ends an exchange after its time, or when the service stops before that. */
export function createDeadline(timeoutMs: number, stop: AbortSignal): Deadline {
  const ending = new AbortController();
  const end = (by: EndedBy) => {
    ending.abort(by);
  };
  const timer = setTimeout(end, timeoutMs, 'timeout');
  const onStop = () => {
    end('interrupted');
  };
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  return {
    signal: ending.signal,
    clear() {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    },
  };
}

export function endedBy(signal: AbortSignal): EndedBy {
  return signal.reason === 'timeout' ? 'timeout' : 'interrupted';
}
