import type { ResolutionCode } from '../../../src/domain/order/resolution.ts';
import type { OrderStatus } from '../../../src/domain/order/status.ts';
import type { Order } from '../sandbox/shop.ts';

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  CREATED: 'It awaits its payer, or was just created.',
  IN_PROGRESS: 'The acquirer was called and has not answered yet.',
  PROCESS_PENDING:
    'The acquirer has not decided, awaits a 3-D Secure challenge, or did not answer; status inquiries continue until the outcome is known.',
  SUCCESS: 'It is paid; that is final.',
  FAILED: 'It will not be paid; that is final. Another attempt needs a new order.',
  CLOSED: 'It was not paid in time, or was cancelled; that is final.',
};

const CODES: Readonly<Partial<Record<ResolutionCode, string>>> = {
  AMOUNT_OVER_LIMIT: "The amount is above the payment method's limit.",
  AMOUNT_UNDER_LIMIT: "The amount is below the payment method's limit, or not above its fee.",
  BALANCE_INSUFFICIENT: "The payout's total is more than the gate has available.",
  BALANCE_UPDATE_FAILED: 'The operator has frozen the gate.',
  BLACKLISTED_INPUT_DATA:
    'An e-mail, phone, destination or card is on the block list, or was tried too often.',
  DESTINATION_ACCOUNT_INVALID: "The destination does not fit the method's payment source.",
  ORDER_CANNOT_BE_PROCESSED: 'The acquirer declined; see provider_error_message.',
  ORDER_CANNOT_BE_ROUTED: 'No route of the payment method was up.',
  ORDER_FAILED_MANUALLY: 'An operator marked it as failed.',
  PROVIDER_NOT_SUPPORTED: 'The acquirer of the route is not installed.',
  WORKFLOW_EXECUTION_SKIPPED: 'Its waiting time was exceeded, or it was cancelled.',
};

/** Explains an order's state in words. */
export function explain(order: Order): string {
  const { status, resolution_code: code, provider_error_message: said } = order;
  return [
    `The order is ${status}. ${STATUSES[status]}`,
    code === undefined ? undefined : `${code}: ${CODES[code] ?? order.resolution_message ?? ''}`,
    said === undefined ? undefined : `The acquirer's message for the last attempt: ${said}.`,
    'pay_url' in order && status === 'CREATED' ? `The payer pays at ${order.pay_url}` : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join('\n');
}
