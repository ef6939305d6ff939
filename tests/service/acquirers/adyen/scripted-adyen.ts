/** The adapter with a fake Adyen whose answers the test scripts. */
import { randomUUID } from 'node:crypto';
import { hmacValidator as HmacValidator } from '@adyen/api-library';
import type {
  NewAttempt,
  NewTransfer,
  AcquirerOutcome,
  TransferOutcome,
} from '#service/acquirers/port.ts';
import { adyenAdapter } from '#service/acquirers/adyen/adapter.ts';
import { newTrial, TOOLS, type Trial } from '../conformance/rig.ts';
import { SANDBOX_CARDS } from '../conformance/sandbox-rig.ts';
import {
  newTransfer,
  TRANSFER_INPUTS,
  transfersOf,
  type TransferTrial,
} from '../conformance/transfer-rig.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { startStandIn, type StandInAnswer } from '../../../support/acquirers/stand-in.ts';

const HMAC_KEY = 'ab'.repeat(32);
const MERCHANT_ACCOUNT = 'TollgateTEST';

const CHALLENGE: StandInAnswer = {
  status: 200,
  body: {
    resultCode: 'RedirectShopper',
    pspReference: 'PX',
    action: { type: 'redirect', method: 'GET', url: 'https://checkoutshopper-test.adyen.com/x' },
  },
};

const MB_WAY = {
  PHONE: { currency: 'EUR', input: TRANSFER_INPUTS.PHONE, instructions: 'confirm' },
} as const;

export function signal() {
  return AbortSignal.timeout(PATIENCE_MS);
}

export async function startScriptedAdyen(now = TOOLS.now) {
  let answer = CHALLENGE;
  const requests: string[] = [];
  const bodies: string[] = [];
  const standIn = await startStandIn(({ path, body }) => {
    requests.push(path);
    bodies.push(body);
    return answer;
  });
  const settings = { merchant_account: MERCHANT_ACCOUNT, environment: 'TEST' };
  const acquirer = await adyenAdapter.connect(
    {
      settings: { ...settings, api_url: standIn.baseUrl },
      credentials: { api_key: 'key', hmac_key: HMAC_KEY },
    },
    { ...TOOLS, now },
  );
  const { cards, refunds } = acquirer;
  if (cards === undefined || refunds === undefined) {
    throw new Error('The adapter takes no cards or refunds nothing');
  }

  const answers = (status: number, body: object | string): void => {
    answer = { status, body };
  };
  const trialOf = (overrides: Partial<NewAttempt> = {}): Trial =>
    newTrial({ acquirer, cards: SANDBOX_CARDS }, 'approved', overrides);
  const readItems = (items: object[]) =>
    acquirer.readNotification?.(
      new Headers(),
      new TextEncoder().encode(
        JSON.stringify({
          live: 'false',
          notificationItems: items.map((one) => ({ NotificationRequestItem: one })),
        }),
      ),
    );

  return {
    cards,
    refunds,
    requests,
    bodies,
    answers,
    trialOf,
    readItems,
    async challenged(overrides: Partial<NewAttempt> = {}): Promise<Trial> {
      answer = CHALLENGE;
      const trial = trialOf(overrides);
      await trial.authorize();
      return trial;
    },
    comesBack: (trial: Trial) =>
      cards.completeChallenge(
        trial.known(),
        { redirectResult: randomUUID() },
        trial.saver(),
        signal(),
      ),
    transferOf: (overrides: Partial<NewTransfer> = {}): TransferTrial =>
      newTransfer({ acquirer, transfers: { sources: MB_WAY } }, 'PHONE', overrides),
    async transferNotified(
      trial: TransferTrial,
      item: object,
    ): Promise<TransferOutcome | undefined> {
      const reading = await readItems([signed({ ...item, merchantReference: trial.attempt.id })]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      if (first === undefined || !('reported' in first)) return undefined;
      return transfersOf({ acquirer }).confirmNotification(
        trial.known(),
        first.reported,
        trial.saver(),
        signal(),
      );
    },
    voided: async (trial: TransferTrial) =>
      transfersOf({ acquirer }).void?.(trial.known(), signal()),
    /** Returns the outcome that a notification of the attempt leads to; undefined for a notice. */
    async notified(trial: Trial, item: object): Promise<AcquirerOutcome | undefined> {
      const reading = await readItems([signed({ ...item, merchantReference: trial.attempt.id })]);
      if (reading?.ok !== true) throw new Error('The notification was not read');
      const [first] = reading.notifications;
      return first?.kind === 'card'
        ? cards.confirmNotification(trial.known(), first.reported, trial.saver(), signal())
        : undefined;
    },
    close: () => standIn.close(),
  };
}

export type ScriptedAdyen = Awaited<ReturnType<typeof startScriptedAdyen>>;

/** Returns a notification item, signed for the terminal. */
export function signed(item: {
  additionalData?: object;
  [member: string]: unknown;
}): Record<string, unknown> {
  const one = {
    pspReference: 'PX',
    originalReference: '',
    merchantReference: '',
    success: 'true',
    eventCode: 'AUTHORISATION',
    amount: { value: 1_250, currency: 'EUR' },
    merchantAccountCode: MERCHANT_ACCOUNT,
    ...item,
  };
  const hmacSignature = new HmacValidator().calculateHmac(one as never, HMAC_KEY);
  return { ...one, additionalData: { ...item.additionalData, hmacSignature } };
}
