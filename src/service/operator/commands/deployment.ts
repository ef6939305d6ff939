import { z } from 'zod';
import { changes, invalid, reads, type Changed, type OperatorCommands } from '../command.ts';
import { applyDeployment } from '../deployment/apply.ts';
import type { Change } from '../deployment/change.ts';
import { exportDeployment } from '../deployment/export.ts';

const REFUSED = 'The file cannot be applied. Nothing was done.';

/** Terminals, merchants, gates, methods and routes as one file says them. */
export const DEPLOYMENT_COMMANDS: OperatorCommands = {
  apply: changes(
    'Make terminals, merchants, gates, methods and routes as a file says.',
    {
      deployment: z.record(z.string(), z.unknown()).describe('OBJECT'),
      dry_run: z.boolean().default(false).describe('true|false'),
    },
    async ({ deployment, dry_run: dryRun }, context) => {
      const applied = await applyDeployment(context, deployment, { dryRun });
      if (!applied.ok) return invalid(applied.reasons, REFUSED);
      const { changes: made, ids } = applied;
      if (dryRun) return { ok: true, result: { changes: made }, changed: undefined };
      const changed = made.length === 0 ? undefined : recorded(made);
      return { ok: true, result: { changes: made, ...ids }, changed };
    },
  ),
  export: reads('Print the deployment as a file says it.', {}, async (_input, context) => ({
    ok: true,
    result: await exportDeployment(context),
  })),
};

/** By place, what stood there, where anything did, and what stands there now. */
function recorded(made: readonly Change[]): Changed {
  const by = (side: 'before' | 'after', changed: readonly Change[]) =>
    Object.fromEntries(
      changed.map(({ place, members }) => [
        place,
        Object.fromEntries(
          Object.entries(members).map(([name, change]) => [name, change[side] ?? null]),
        ),
      ]),
    );
  const known = made.filter(({ kind }) => kind !== 'add');
  return { subject: 'deployment', before: by('before', known), after: by('after', made) };
}
