import type { Balance } from '#contract/balance.ts';
import { majorNumber } from '#contract/number.ts';
import type { ServiceContext } from '../context.ts';
import { readBalances, type CurrencyBalance } from '../ledger/read-balances.ts';
import { answer, refused, type Handlers } from './exchange.ts';

export function balanceHandlers({ db }: Pick<ServiceContext, 'db'>): Pick<Handlers, 'getBalances'> {
  return {
    async getBalances({ caller }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const read = await readBalances(db, caller.merchantId);
      return read?.configVersion === caller.version
        ? answer(read.balances.map(toBalance))
        : { kind: 'settings_changed' };
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
