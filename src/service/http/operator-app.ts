import type { Hono } from 'hono';
import { OPERATOR_COMMANDS } from '../operator/commands.ts';
import type { ServiceContext } from '../platform/context.ts';
import { createBaseApp, refuseOtherMethodsEverywhere, type BaseDeps } from './base-app.ts';
import type { Environment } from './request-context.ts';
import { createOperatorRoutes } from './routes/operator.ts';

interface OperatorAppParts {
  operatorKey: string;
  documentationUrl: string;
}

/** Everything that the operators' listener answers; the public one knows none of it. */
export function createOperatorApp(
  context: ServiceContext,
  { operatorKey, documentationUrl }: OperatorAppParts,
): Hono<Environment> {
  const deps: BaseDeps = { log: context.log, documentationUrl, publicPathPrefix: '' };
  const app = createBaseApp(deps);
  app.route('/api/operator/v1', createOperatorRoutes(OPERATOR_COMMANDS, context, operatorKey));
  refuseOtherMethodsEverywhere(app, deps);
  return app;
}
