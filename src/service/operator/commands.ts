import type { OperatorCommand, OperatorCommands } from './command.ts';
import { ADJUSTMENT_COMMANDS } from './commands/adjustments.ts';
import { ALERT_COMMANDS } from './commands/alerts.ts';
import { ATTENTION_COMMANDS } from './commands/attention.ts';
import { AUDIT_COMMANDS } from './commands/audit.ts';
import { BLOCK_COMMANDS } from './commands/blocks.ts';
import { CUSTOMER_COMMANDS } from './commands/customers.ts';
import { DEPLOYMENT_COMMANDS } from './commands/deployment.ts';
import { DISPUTE_COMMANDS } from './commands/disputes.ts';
import { GATE_COMMANDS } from './commands/gates.ts';
import { PEOPLE_COMMANDS } from './commands/people.ts';
import { KEY_COMMANDS } from './commands/keys.ts';
import { LEDGER_COMMANDS } from './commands/ledger.ts';
import { LIMIT_COMMANDS } from './commands/limits.ts';
import { LINK_COMMANDS } from './commands/links.ts';
import { MERCHANT_COMMANDS } from './commands/merchants.ts';
import { METHOD_COMMANDS } from './commands/methods.ts';
import { ORDER_COMMANDS } from './commands/orders.ts';
import { OVERVIEW_COMMANDS } from './commands/overview.ts';
import { RECONCILIATION_COMMANDS } from './commands/reconciliations.ts';
import { REFUND_COMMANDS } from './commands/refunds.ts';
import { REPORT_COMMANDS } from './commands/reports.ts';
import { ROUTE_COMMANDS } from './commands/routes.ts';
import { TERMINAL_COMMANDS } from './commands/terminals.ts';
import { TOKEN_COMMANDS } from './commands/tokens.ts';
import { WEBHOOK_COMMANDS } from './commands/webhooks.ts';

/** All operator commands; `npm run operator` lists them. */
export const OPERATOR_COMMANDS = {
  ...OVERVIEW_COMMANDS,
  ...DEPLOYMENT_COMMANDS,
  ...TERMINAL_COMMANDS,
  ...MERCHANT_COMMANDS,
  ...KEY_COMMANDS,
  ...GATE_COMMANDS,
  ...METHOD_COMMANDS,
  ...ROUTE_COMMANDS,
  ...BLOCK_COMMANDS,
  ...LIMIT_COMMANDS,
  ...ORDER_COMMANDS,
  ...REFUND_COMMANDS,
  ...DISPUTE_COMMANDS,
  ...LINK_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...REPORT_COMMANDS,
  ...RECONCILIATION_COMMANDS,
  ...LEDGER_COMMANDS,
  ...ADJUSTMENT_COMMANDS,
  ...ATTENTION_COMMANDS,
  ...ALERT_COMMANDS,
  ...AUDIT_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...TOKEN_COMMANDS,
} satisfies OperatorCommands;

/** Returns the command with a name that may be wrong. */
export function findCommand(name: string): OperatorCommand | undefined {
  return Object.hasOwn(OPERATOR_COMMANDS, name) ? NAMED[name] : undefined;
}

const NAMED: OperatorCommands = OPERATOR_COMMANDS;
