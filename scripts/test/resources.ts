import { browserResource } from './browser-resource.ts';
import { phpResource, pythonResource } from './language-resources.ts';
import { citusResource } from './citus-resource.ts';
import { firefoxResource, webkitResource } from './other-browsers.ts';
import { pgbouncerResource } from './pgbouncer-resource.ts';
import { promtoolResource } from './promtool-resource.ts';
import { postgresResource } from './postgres-resource.ts';
import { postgresSeedResource, seedResource } from './seed-resource.ts';
import type { Missing, Resource } from './resource.ts';

/** What a stage needs beside the project itself. */
export type ResourceName =
  | 'browser'
  | 'citus'
  | 'firefox'
  | 'webkit'
  | 'pgbouncer'
  | 'postgres'
  | 'postgres-seed'
  | 'promtool'
  | 'php'
  | 'python'
  | 'seed';

export interface Resources {
  readonly env: NodeJS.ProcessEnv;
  readonly missing: ReadonlyMap<ResourceName, Missing>;
  release(): Promise<void>;
}

/** Each is given what the ones before it have found. */
const LOOK_FOR: Record<ResourceName, (found: NodeJS.ProcessEnv) => Promise<Resource>> = {
  browser: browserResource,
  citus: citusResource,
  firefox: firefoxResource,
  php: phpResource,
  python: pythonResource,
  webkit: webkitResource,
  pgbouncer: pgbouncerResource,
  postgres: postgresResource,
  'postgres-seed': postgresSeedResource,
  promtool: promtoolResource,
  seed: seedResource,
};

/** Finds what the stages need, or makes it, in their order. Give it back with release(), which goes backwards. */
export async function gatherResources(names: readonly ResourceName[]): Promise<Resources> {
  const missing = new Map<ResourceName, Missing>();
  const found: Resource[] = [];
  for (const name of new Set(names)) {
    const resource = await LOOK_FOR[name](envOf(found)).catch(couldNotBeMade);
    if (resource.missing) missing.set(name, resource.missing);
    found.push(resource);
  }
  return {
    env: envOf(found),
    missing,
    release: async () => {
      for (const resource of found.toReversed()) await resource.release?.();
    },
  };
}

function couldNotBeMade(error: unknown): Resource {
  console.error(error);
  return { env: {}, missing: { reason: String(error), isFailure: true } };
}

function envOf(found: readonly Resource[]): NodeJS.ProcessEnv {
  return found.reduce((env, resource) => ({ ...env, ...resource.env }), {});
}
