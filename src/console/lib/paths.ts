/** Where the console lies on the operators' listener, as in svelte.config.js and src/server/console-files.ts. */
export const BASE = '/console';

/** The address of a view, or of a file, of the console. */
export function at(path: string, query?: Readonly<Record<string, string>>): string {
  return BASE + path + (query === undefined ? '' : `?${new URLSearchParams(query).toString()}`);
}
