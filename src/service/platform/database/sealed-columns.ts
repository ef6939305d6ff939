import { SEALED, type SealingPurpose } from '../keyring.ts';

export interface SealedColumn {
  purpose: SealingPurpose;
  table: 'api_keys' | 'merchants' | 'terminals' | 'keyring_check' | 'people' | 'payins';
  column: string;
}

type Place = Omit<SealedColumn, 'purpose'>;

/** Where values of each purpose rest; the id of a row is what they are bound to. */
const PLACES = {
  [SEALED.apiKeySecret]: [{ table: 'api_keys', column: 'secret_sealed' }],
  [SEALED.webhookSecret]: [
    { table: 'merchants', column: 'webhook_secret_sealed' },
    { table: 'merchants', column: 'webhook_secret_old_sealed' },
  ],
  [SEALED.terminalCredentials]: [{ table: 'terminals', column: 'credentials_sealed' }],
  [SEALED.totpSecret]: [{ table: 'people', column: 'totp_sealed' }],
  // It rests with the browser that opened the link, for as long as that takes.
  [SEALED.offeredTotp]: [],
  [SEALED.payerDetails]: [{ table: 'payins', column: 'payer_sealed' }],
  [SEALED.fingerprintKey]: [{ table: 'keyring_check', column: 'fingerprint_key_sealed' }],
  [SEALED.masterKeyCheck]: [{ table: 'keyring_check', column: 'sealed' }],
} as const satisfies Record<SealingPurpose, readonly Place[]>;

/** The known text comes last: while it is sealed under the previous key, no start does without that one. */
const ORDER: readonly SealingPurpose[] = [
  ...Object.values(SEALED).filter((purpose) => purpose !== SEALED.masterKeyCheck),
  SEALED.masterKeyCheck,
];

export const SEALED_COLUMNS: readonly SealedColumn[] = ORDER.flatMap((purpose) =>
  PLACES[purpose].map((place) => ({ purpose, ...place })),
);
