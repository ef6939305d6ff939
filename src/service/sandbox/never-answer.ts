/** Never answers: rejects only when the caller's signal is aborted. */
export async function neverAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('No answer'));
    });
  });
}
