import { runProgram } from '../run-program.ts';
import { STAGE_TIMEOUT_MS } from '../../tests/support/patience.ts';
import { browserResource, chromium109Resource } from './browser-resource.ts';
import { postgresResource } from './postgres-resource.ts';
import { programResource, type ProgramName } from './programs.ts';
import type { Missing, Resource } from './resource.ts';
import { pgliteSeedResource, seedResource } from './seed-resource.ts';

/** What a stage needs besides the sources. */
export type ResourceName =
  | 'build'
  | 'browser'
  | 'chromium-109'
  | 'postgres'
  | 'seed'
  | 'pglite-seed'
  | ProgramName;

export interface Resources {
  readonly env: NodeJS.ProcessEnv;
  readonly missing: ReadonlyMap<ResourceName, Missing>;
  release(): Promise<void>;
}

interface Looking {
  /** The variables of resources found before, in the order of the names. */
  readonly found: NodeJS.ProcessEnv;
  /** Whether programs that only some tests use may be installed. */
  readonly mayInstall: boolean;
}

/** Finds or creates what the stages need, in the order of the names. release() gives it back in reverse order. */
export async function gatherResources(
  names: readonly ResourceName[],
  { mayInstall }: Pick<Looking, 'mayInstall'>,
): Promise<Resources> {
  const missing = new Map<ResourceName, Missing>();
  const resources: Resource[] = [];
  for (const name of new Set(names)) {
    const resource = await find(name, { found: envOf(resources), mayInstall }).catch(failed);
    if (resource.missing) missing.set(name, resource.missing);
    resources.push(resource);
  }
  return {
    env: envOf(resources),
    missing,
    release: async () => {
      for (const resource of resources.toReversed()) await resource.release?.();
    },
  };
}

function find(name: ResourceName, { found, mayInstall }: Looking): Promise<Resource> {
  switch (name) {
    case 'build':
      return buildResource();
    case 'browser':
      return browserResource();
    case 'chromium-109':
      return chromium109Resource();
    case 'postgres':
      return postgresResource();
    case 'seed':
      return seedResource(found);
    case 'pglite-seed':
      return pgliteSeedResource();
    default:
      return programResource(name, mayInstall);
  }
}

/** Builds page, console and service. Tests start the built program. */
async function buildResource(): Promise<Resource> {
  const { code } = await runProgram({
    command: ['node', 'scripts/prepare.mjs'],
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  if (code === 0) return { env: { TEST_PROGRAM: 'build/service/server.js' } };
  return { env: {}, missing: { reason: 'the build failed', isFailure: true } };
}

function failed(error: unknown): Resource {
  console.error(error);
  return { env: {}, missing: { reason: String(error), isFailure: true } };
}

function envOf(found: readonly Resource[]): NodeJS.ProcessEnv {
  return found.reduce((env, resource) => ({ ...env, ...resource.env }), {});
}
