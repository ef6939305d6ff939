import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { inProject } from './project.mjs';

/** In the folder that is built. A build empties it first, so an interrupted build leaves no stamp. */
const STAMP = '.inputs-sha256';

/**
 * Identifies what a build is made from, by content and not by time: a checkout gives every file the time of the
 * checkout.
 *
 * @param {string} folder what is built, in the project
 * @param {string[]} files what it is built from
 */
export function stampOf(folder, files) {
  const path = inProject(folder, STAMP);
  const inputs = hashOf(files);
  return { path, inputs, isThere: existsSync(path) && readFileSync(path, 'utf8') === inputs };
}

/**
 * @param {string} folder
 * @returns {string[]} paths in the project, with forward slashes
 */
export function filesIn(folder) {
  if (!existsSync(inProject(folder))) return [];
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\n${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}
