/** The console's path on the operators' listener. Must match svelte.config.js and src/server/console-files.ts. */
export const BASE = '/console';

/** Returns the address of a view or a file of the console. */
export function at(path: string, query?: Readonly<Record<string, string>>): string {
  return BASE + path + (query === undefined ? '' : `?${new URLSearchParams(query).toString()}`);
}
