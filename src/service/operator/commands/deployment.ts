import { z } from 'zod';
import { changes, invalid, reads, type OperatorCommands } from '../command.ts';
import { applyDeployment } from '../deployment/apply.ts';
import { exportDeployment } from '../deployment/export.ts';
import { recorded } from '../deployment/recorded.ts';

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
      const changed = recorded('deployment', made);
      return { ok: true, result: { changes: made, ...ids }, changed };
    },
  ),
  export: reads('Print the deployment as a file says it.', {}, async (_input, context) => ({
    ok: true,
    result: await exportDeployment(context),
  })),
};
