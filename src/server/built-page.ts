import type { RequestListener } from 'node:http';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Imports the listener of a page built by adapter-node.
 *
 * @param handler URL of its `handler.js`
 * @throws if the module is missing or exports no handler
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
 * The folder of the built pages and service. It is located from the project's manifest, because this file runs both
 * from source and as part of the build.
 */
export const BUILD_FOLDER = new URL('build/', pathToFileURL(manifest));
