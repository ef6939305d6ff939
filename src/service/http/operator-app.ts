import type { Hono } from 'hono';
import { OPERATOR_COMMANDS } from '../operator/commands.ts';
import type { ServiceContext } from '../platform/context.ts';
import { addDocument, createBaseApp, refuseOtherMethodsEverywhere } from './base-app.ts';
import {
  OPERATOR_PROBLEMS_PATH,
  operatorProblemReference,
  refuseOutside,
} from './operator-problems.ts';
import type { Environment } from './request-context.ts';
import { createOperatorRoutes } from './routes/operator.ts';
import { describeOperatorInterface } from './operator-openapi.ts';

/** Everything that the operators' listener answers; the public one knows none of it. */
export function createOperatorApp(context: ServiceContext, operatorKey: string): Hono<Environment> {
  const app = createBaseApp(context.log, refuseOutside);
  addDocument(app, OPERATOR_PROBLEMS_PATH, {
    status: 200,
    headers: HTML,
    body: operatorProblemReference(),
  });
  addDocument(app, '/api/operator/v1/openapi.json', describeOperatorInterface(OPERATOR_COMMANDS));
  app.route('/api/operator/v1', createOperatorRoutes(OPERATOR_COMMANDS, context, operatorKey));
  refuseOtherMethodsEverywhere(app, refuseOutside);
  return app;
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};
