/**
 * Where a script is to stand: `<script data-entry="pay"></script>`. In development Svelte's
 * plugin for Vite gives every element a class of its component, this one included.
 */
const PLACES = /<script data-entry="(\w+)"[^>]*><\/script>/g;

/** A page with a script, or whatever else `write` makes of its name, in each place that asks for one. */
export const writeScripts = (html: string, write: (name: string) => string): string =>
  html.replace(PLACES, (_, name: string) => write(name));
