import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';

/** The most sources in a folder: about 25 names can be read at a glance. Tests beside their sources are not counted. */
const MOST_FILES = 28;

it('every source folder is small enough to be read at a glance', () => {
  const large = ['src', 'packages', 'scripts', 'bench', 'drills']
    .flatMap(foldersBelow)
    // A numbered sequence grows with each release, and only its end is read.
    .filter((folder) => !folder.endsWith('/migrations'))
    .map((folder) => ({ folder, files: sourcesIn(folder).length }))
    .filter(({ files }) => files > MOST_FILES);
  expect(large).toEqual([]);
});

function foldersBelow(folder: string): string[] {
  const inside = readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => foldersBelow(join(folder, entry.name)));
  return [folder, ...inside];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => entry.name);
}
