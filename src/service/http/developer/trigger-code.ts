import type { TriggerCodeRequest, Triggered } from '#contract/schemas/developer.ts';
import type { GateMethod, MerchantCaller } from '../../merchants/settings.ts';
import { ORDER_COMMANDS } from '../../operator/commands/orders.ts';
import { periodOf } from '../../operator/reports/period.ts';
import { beginReport } from '../../operator/reports/reports.ts';
import { hashSignedRequest, type Creation, type SignedRequest } from '../../orders/duplicate.ts';
import { createPayin } from '../../payins/create.ts';
import { selectPayin } from '../../payins/store/payins.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow } from '../../platform/database/schema.ts';
import { answer, refused, type HandlerResult } from '../handler.ts';
import { creationAnswer } from '../routes/order-answers.ts';

/**
 * Produces a resolution code that otherwise needs an operator or a fault, by the same code of the service, for an
 * integrator with a sandbox (docs/decisions/052).
 */
export async function triggerCode(
  context: ServiceContext,
  caller: MerchantCaller,
  { resolution_code: code, ...order }: TriggerCodeRequest,
  signed: SignedRequest,
): Promise<HandlerResult> {
  const hash = hashSignedRequest(caller, signed);
  const create = (createdBy = caller) =>
    createPayin(context, createdBy, { ...order, customer: {} }, hash);
  switch (code) {
    case 'BALANCE_UPDATE_FAILED':
    case 'MERCHANT_MISCONFIGURATION':
    case 'PROVIDER_NOT_SUPPORTED':
      return answerOf(await create(withFault(caller, order.merchant_gate_method_id, FAULTS[code])));
    case 'ORDER_FAILED_MANUALLY':
      return answerOf(await create(), (payin) => failed(context, caller, payin));
    case 'UNKNOWN_ERROR': {
      const made = await create();
      return made.ok ? refused('internal') : answerOf(made);
    }
    case 'REPORT_GENERATION_FAILED':
      return failedReport(context, caller);
  }
}

/** The faults of a method, by the code that they lead to. They apply to this request only. */
const FAULTS = {
  BALANCE_UPDATE_FAILED: (method) => ({ ...method, gateFrozen: true }),
  MERCHANT_MISCONFIGURATION: (method) => ({ ...method, hasGateAccount: false }),
  PROVIDER_NOT_SUPPORTED: (method) => ({
    ...method,
    routes: method.routes.map((route) => ({
      ...route,
      terminal: { ...route.terminal, adapter: 'not installed' },
    })),
  }),
} satisfies Record<string, (method: GateMethod) => GateMethod>;

function withFault(
  caller: MerchantCaller,
  methodId: string,
  changed: (method: GateMethod) => GateMethod,
): MerchantCaller {
  const method = caller.methods.get(methodId);
  if (method === undefined) return caller;
  return { ...caller, methods: new Map([...caller.methods, [methodId, changed(method)]]) };
}

async function answerOf(
  creation: Creation<PayinRow>,
  ended: (payin: PayinRow) => Promise<PayinRow> = (payin) => Promise.resolve(payin),
): Promise<HandlerResult> {
  if (!creation.ok) return creationAnswer(creation, () => undefined);
  const { order, replayed } = creation.value;
  const payin = await ended(order);
  return creationAnswer({ ok: true, value: { order: payin, replayed } }, toTriggered);
}

function toTriggered({ id, status, resolution_code: code }: PayinRow): Triggered {
  return { order_id: id, status, ...(code !== null && { resolution_code: code }) };
}

const REASON = 'Asked for in the sandbox.';

/**
 * Fails a payin by the operator's command, so that the audit names the key that asked for it. A payin in a final
 * status does not change.
 */
async function failed(
  context: ServiceContext,
  caller: MerchantCaller,
  payin: PayinRow,
): Promise<PayinRow> {
  const command = 'orders fail';
  const actor = {
    name: `sandbox key ${caller.keyId}`,
    role: 'merchant',
    address: undefined,
  } as const;
  const read = { own: { order: payin.id }, common: { reason: REASON } };
  await ORDER_COMMANDS[command].run(read, context, { command, actor, origin: '' });
  return (await selectPayin(context.db, payin.id)) ?? payin;
}

/** Begins a report of the merchant, as if its time were over. */
async function failedReport(
  context: ServiceContext,
  { merchantId }: MerchantCaller,
): Promise<HandlerResult> {
  const day = context.now().toISOString().slice(0, 10);
  const wanted = { ...periodOf(day, day), merchant: merchantId };
  const report = await beginReport(context, 'orders', wanted, AbortSignal.abort());
  return !report.ok && report.problem === 'report_failed'
    ? answer({ status: 'FAILED', resolution_code: 'REPORT_GENERATION_FAILED' } satisfies Triggered)
    : refused('too_many_requests');
}
