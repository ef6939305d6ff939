/**
 * Exports traces where there is a collector for them. Without one nothing of the SDK is loaded.
 *
 * @returns sends what is left, and ends
 */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(endpoint);
}
