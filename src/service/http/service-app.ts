import { unexpiredCardData } from '#contract/card-data.ts';
import type { ServiceConfig } from '../config.ts';
import type { ServiceContext } from '../context.ts';
import { createApp } from './app.ts';
import { balanceHandlers } from './balances.ts';
import { checkoutHandlers } from './checkouts.ts';
import { createHealthApp, type HealthDeps } from './health.ts';
import { createOperatorApp } from './operator.ts';
import { createRequestLimit, type RequestLimit } from './request-limit.ts';
import { createSandboxApp, type Challenges } from './sandbox.ts';
import { describeInterface } from './openapi.ts';
import { payinHandlers } from './payins.ts';
import { payoutHandlers } from './payouts.ts';
import { PROBLEM_REFERENCE_PATH } from './problem-reference.ts';
import { createCallerDirectory } from '../merchants/caller-directory.ts';
import type { PageKey } from '../merchants/page-key.ts';
import { operatorCommands } from '../operator/commands.ts';
import { publicPayinRequest } from '../webhooks/callback-url.ts';

interface ServiceAppParts {
  pageKey: PageKey;
  operatorKey: string;
  /** In the sandbox only. */
  challenges: Challenges | undefined;
  health: HealthDeps;
}

/** Everything under `/api`: the interface, the operator's commands, health; in the sandbox the challenges. */
export function createServiceApp(
  config: ServiceConfig,
  context: ServiceContext,
  { pageKey, operatorKey, challenges, health }: ServiceAppParts,
) {
  const { db, keyring, now, log } = context;
  const callers = createCallerDirectory({
    db,
    keyring,
    now,
    pageKey: { scope: 'page', ...pageKey, expiresAt: null },
    onTouchFailed: (error) => {
      log.warn({ err: error }, 'The last use of a key was not recorded');
    },
  });
  const app = createApp({
    callers,
    handlers: {
      ...payinHandlers(context, config.pageUrl),
      ...payoutHandlers(context),
      ...balanceHandlers(context),
      ...checkoutHandlers(context),
    },
    schemas: {
      submitCardData: unexpiredCardData(() => now().getTime()),
      ...(!config.webhookAllowPrivate && { createPayin: publicPayinRequest }),
    },
    now,
    log,
    documentationUrl: `${config.publicUrl}${PROBLEM_REFERENCE_PATH}`,
    publicPathPrefix: config.publicPathPrefix,
    requestLimit: requestLimit(config),
  });
  app.route('/api/operator/v1', createOperatorApp(operatorCommands(context), operatorKey));
  if (challenges) app.route('/api/sandbox/v1', createSandboxApp(challenges));
  app.get('/api/v1/openapi.json', describeInterface(config.publicUrl + config.publicPathPrefix));
  app.route('/api/health', createHealthApp(health));
  return app;
}

/** Each of several processes takes its part. */
function requestLimit({ requestsPerMinute, workers }: ServiceConfig): RequestLimit | undefined {
  return requestsPerMinute === undefined
    ? undefined
    : createRequestLimit(Math.ceil(requestsPerMinute / workers));
}
