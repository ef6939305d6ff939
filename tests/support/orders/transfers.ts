/** Payins by other means than card: begun as the page begins them, and paid as a payer would. */
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { BeginBody } from '#contract/schemas/transfer.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import type { RunningService } from '../process/service.ts';
import { createdPayin } from './orders.ts';

const METHODS = {
  P2P: ['p2p_uah', 'UAH'],
  CRYPTO: ['crypto_usdt', 'USDT_TRON'],
  PHONE: ['phone_eur', 'EUR'],
  PIX: ['pix_usd', 'USD'],
  BLIK: ['blik_eur', 'EUR'],
} as const satisfies Record<TransferSource, readonly [string, string]>;

export async function createdTransfer(
  running: RunningService,
  source: TransferSource,
  overrides: Parameters<typeof createdPayin>[1] = {},
): Promise<PayinOrder> {
  const [method, currency] = METHODS[source];
  return createdPayin(running, { method, currency, amount: 50, ...overrides });
}

export function beginBody(source: TransferSource): BeginBody {
  switch (source) {
    case 'BLIK':
      return { source, code: '123456' };
    case 'PIX':
      return { source, cpf: '52998224725' };
    case 'PHONE':
      return { source, phone: '+351912345678' };
    case 'P2P':
    case 'CRYPTO':
      return { source };
  }
}

/** Begins a transfer as the page does. */
export function begin(
  running: RunningService,
  id: string,
  body: BeginBody,
  headers: Record<string, string> = {},
) {
  return page(running).call(ENDPOINTS.beginTransfer, { params: { id }, body, headers });
}

/** Reports a transfer as sent, as the page does. */
export function reportSent(running: RunningService, id: string, amount: string) {
  return page(running).call(ENDPOINTS.reportSent, { params: { id }, body: { amount } });
}

function page({ clientFor, service }: RunningService) {
  const { keyId: apiKeyId, secret: apiSecret } = service.pageKey;
  return clientFor({ apiKeyId, apiSecret });
}

export async function checkoutOf(running: RunningService, id: string) {
  const read = await page(running).call(ENDPOINTS.getCheckout, { params: { id } });
  if (!read.ok) throw new Error(`The checkout was not read: ${read.problem?.title ?? read.cause}`);
  return read.value;
}

/** Takes a payer's action at the sandbox's simulated bank. */
export async function bank(
  { baseUrl }: Pick<RunningService, 'baseUrl'>,
  id: string,
  action: string,
): Promise<unknown> {
  const url = `${baseUrl}/api/sandbox/v1/bank/${id}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ action }) });
  if (!answer.ok) throw new Error(`The bank answered ${String(answer.status)}`);
  return answer.json();
}
