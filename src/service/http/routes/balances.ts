import type { Balance } from '#contract/schemas/balance.ts';
import { majorNumber } from '#contract/schemas/order.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isCurrent } from '../../merchants/settings.ts';
import { readBalances, type CurrencyBalance } from '../../ledger/balances.ts';
import { answer, STALE_SETTINGS, type Handlers } from '../handler.ts';

export function balanceHandlers({ db }: Pick<ServiceContext, 'db'>): Pick<Handlers, 'getBalances'> {
  return {
    async getBalances({ caller }) {
      const read = await readBalances(db, caller.merchantId);
      return isCurrent(caller, read) ? answer(read.balances.map(toBalance)) : STALE_SETTINGS;
    },
  };
}

function toBalance({ currency, walletMinor, gates }: CurrencyBalance): Balance {
  return {
    currency,
    wallet_balance: majorNumber(walletMinor),
    gate_balances: gates.map(({ gateId, availableMinor, holdMinor, rollingMinor }) => ({
      merchant_gate_id: gateId,
      available_balance: majorNumber(availableMinor),
      hold_balance: majorNumber(holdMinor),
      rolling_balance: majorNumber(rollingMinor),
      total_balance: majorNumber(availableMinor + holdMinor + rollingMinor),
    })),
  };
}
