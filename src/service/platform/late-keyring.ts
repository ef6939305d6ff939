import { NotPrepared } from './database/unavailable.ts';
import type { Keyring } from './keyring.ts';

/** A keyring that its database has yet to open: until then nothing is sealed or read. */
export interface LateKeyring {
  /** @throws NotPrepared whatever is asked of it before it is open */
  keyring: Keyring;
  open(opened: Keyring): void;
}

export function createLateKeyring(): LateKeyring {
  let opened: Keyring | undefined;
  const keyring = () => {
    if (opened === undefined) throw new NotPrepared("A cell's keyring is not open");
    return opened;
  };
  return {
    keyring: {
      get keyId() {
        return keyring().keyId;
      },
      seal: (...values) => keyring().seal(...values),
      unseal: (...values) => keyring().unseal(...values),
      reseal: (...values) => keyring().reseal(...values),
      fingerprint: (...values) => keyring().fingerprint(...values),
    },
    open(keyringOfDatabase) {
      opened = keyringOfDatabase;
    },
  };
}
