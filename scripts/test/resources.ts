import { browserResource } from './browser-resource.ts';
import { phpResource, pythonResource } from './language-resources.ts';
import { citusResource } from './citus-resource.ts';
import { firefoxResource, webkitResource } from './other-browsers.ts';
import { pgbouncerResource } from './pgbouncer-resource.ts';
import { promtoolResource } from './promtool-resource.ts';
import { postgresResource } from './postgres-resource.ts';
import { seedResource } from './seed-resource.ts';
import type { Missing, Resource } from './resource.ts';

/** What a stage needs beside the project itself. */
export type ResourceName =
  | 'browser'
  | 'citus'
  | 'firefox'
  | 'webkit'
  | 'pgbouncer'
  | 'postgres'
  | 'promtool'
  | 'php'
  | 'python'
  | 'seed';

export interface Resources {
  readonly env: NodeJS.ProcessEnv;
  readonly missing: ReadonlyMap<ResourceName, Missing>;
  release(): Promise<void>;
}

const LOOK_FOR: Record<ResourceName, () => Promise<Resource>> = {
  browser: browserResource,
  citus: citusResource,
  firefox: firefoxResource,
  php: phpResource,
  python: pythonResource,
  webkit: webkitResource,
  pgbouncer: pgbouncerResource,
  postgres: postgresResource,
  promtool: promtoolResource,
  seed: seedResource,
};

/** Finds what the stages need, or makes it. Give it back with release(). */
export async function gatherResources(names: readonly ResourceName[]): Promise<Resources> {
  const missing = new Map<ResourceName, Missing>();
  const found: Resource[] = [];
  for (const name of new Set(names)) {
    const resource = await LOOK_FOR[name]();
    if (resource.missing) missing.set(name, resource.missing);
    found.push(resource);
  }
  return {
    env: found.reduce((env, resource) => ({ ...env, ...resource.env }), {}),
    missing,
    release: async () => {
      for (const resource of found) await resource.release?.();
    },
  };
}
