import { createHash } from 'node:crypto';
import { formatMinor } from '#domain/money.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { TransferSource } from '../acquirers/port.ts';

/** What the payer's instructions are made from. */
interface InstructedTransfer {
  attemptId: string;
  source: TransferSource;
  /** What has not arrived yet. */
  leftMinor: bigint;
  /** The network's confirmations of the money sent so far (CRYPTO). */
  confirmations: number;
  begunAt: Date;
}

export const CONFIRMATIONS_NEEDED = 3;

/** Returns the payer's instructions. An attempt always gets the same account or address. */
export function transferInstructions(transfer: InstructedTransfer): Instructions {
  switch (transfer.source) {
    case 'P2P':
      return {
        kind: 'transfer',
        bank: 'Sandbox Bank',
        holder: 'Paper & Pen Ltd',
        account: { kind: 'iban', value: ukrainianIban(transfer.attemptId) },
        reference: `TG-${transfer.attemptId.slice(0, 8).toUpperCase()}`,
      };
    case 'CRYPTO':
      return {
        kind: 'address',
        network: 'TRON (TRC-20)',
        asset: 'USDT',
        address: tronAddress(transfer.attemptId),
        confirmations: { seen: transfer.confirmations, needed: CONFIRMATIONS_NEEDED },
      };
    case 'PIX':
      return { kind: 'code', payload: pixCode(transfer), pixKey: transfer.attemptId };
    case 'PHONE':
      return { kind: 'confirm', where: 'phone', confirm_by: confirmBy(transfer, 300) };
    case 'BLIK':
      return { kind: 'confirm', where: 'bank_app', confirm_by: confirmBy(transfer, 120) };
  }
}

function confirmBy({ begunAt }: InstructedTransfer, seconds: number): number {
  return Math.floor(begunAt.getTime() / 1000) + seconds;
}

/** Returns digits derived from the attempt's id. */
function digitsOf(attemptId: string, count: number): string {
  const bytes = createHash('sha256').update(attemptId).digest();
  return Array.from(bytes.subarray(0, count), (byte) => String(byte % 10)).join('');
}

/**
 * Returns an IBAN with valid check digits, which are calculated from the bank code, the account number and the
 * country's letters as numbers.
 */
function ukrainianIban(attemptId: string): string {
  const account = `300001${digitsOf(attemptId, 19)}`;
  const check = 98n - (BigInt(`${account}301000`) % 97n);
  return `UA${String(check).padStart(2, '0')}${account}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_PREFIX = 0x41;
const ADDRESS_BYTES = 20;
const CHECKSUM_BYTES = 4;

function tronAddress(attemptId: string): string {
  const account = sha256(Buffer.from(attemptId)).subarray(0, ADDRESS_BYTES);
  const address = Buffer.concat([Buffer.from([TRON_PREFIX]), account]);
  const checksum = sha256(sha256(address)).subarray(0, CHECKSUM_BYTES);
  let number = BigInt(`0x${Buffer.concat([address, checksum]).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text;
  return text;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/**
 * Returns a code that Brazilian banks can read: tags, lengths and values, and a checksum at the end (EMV QRCPS, BR
 * Code).
 */
function pixCode({ attemptId, leftMinor }: InstructedTransfer): string {
  const account = member('00', 'br.gov.bcb.pix') + member('01', attemptId);
  const members = [
    member('00', '01'),
    member('26', account),
    member('52', '0000'),
    member('53', '986'),
    member('54', formatMinor(leftMinor)),
    member('58', 'BR'),
    member('59', 'PAPER AND PEN'),
    member('60', 'SAO PAULO'),
    member('62', member('05', attemptId.replaceAll('-', '').slice(0, 25))),
  ];
  const text = `${members.join('')}6304`;
  return text + checksumOf(text);
}

function member(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

/** Returns the CRC-16/CCITT-FALSE checksum for the code's last member. */
function checksumOf(text: string): string {
  let crc = 0xff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x80_00 ? ((crc << 1) ^ 0x10_21) & 0xff_ff : (crc << 1) & 0xff_ff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
