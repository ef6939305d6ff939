import type { RequestListener } from 'node:http';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The listener of a page that adapter-node has built.
 *
 * @param handler address of its `handler.js`
 * @throws when there is none, or it is of another kind
 */
export async function importHandler(handler: string): Promise<RequestListener> {
  const module: unknown = await import(handler);
  if (isBuiltPage(module)) return module.handler;
  throw new Error('The built page exports no handler');
}

function isBuiltPage(module: unknown): module is { handler: RequestListener } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'handler' in module &&
    typeof module.handler === 'function'
  );
}

const manifest = findPackageJSON('..', import.meta.url);
if (manifest === undefined) throw new Error('The program is in no project');

/**
 * Where pages and service are built to. Found from the project, for this file runs from its sources and as a part of what is
 * built.
 */
export const BUILD_FOLDER = new URL('build/', pathToFileURL(manifest));
