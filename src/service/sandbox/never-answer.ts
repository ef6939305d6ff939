/** Only the caller's own deadline ends this. */
export async function neverAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('No answer'));
    });
  });
}
