import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

const manifest = findPackageJSON('..', import.meta.url);
if (manifest === undefined) throw new Error('The program is in no project');

/**
 * Where pages and service are built to. Found from the project, for this file runs from its sources and as a part of what is
 * built.
 */
export const BUILD_FOLDER = new URL('build/', pathToFileURL(manifest));
