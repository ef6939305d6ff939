import type { Locator } from '@playwright/test';
import jsQr from 'jsqr';

import type { CreatePayinBody } from '#contract/schemas/payin.ts';

import type { SandboxApp } from '../support/process/app.ts';
import { bank } from '../support/orders/transfers.ts';

type Order = Partial<CreatePayinBody> & { method: string };

/** An order for each source other than cards, by the sandbox's method. */
export const ORDERS = {
  BLIK: { method: 'blik_eur', currency: 'EUR', amount: 18 },
  PIX: { method: 'pix_usd', currency: 'USD', amount: 32 },
  P2P: { method: 'p2p_uah', currency: 'UAH', amount: 1250 },
  CRYPTO: { method: 'crypto_usdt', currency: 'USDT_TRON', amount: 50 },
  PHONE: { method: 'phone_eur', currency: 'EUR', amount: 4.5 },
} as const satisfies Record<string, Order>;
export type Source = keyof typeof ORDERS;

/** A BLIK code for which the simulated payer decides. */
export const CODE = '123456';
export const CPF = '529.982.247-25';
export const PHONE_NUMBER = '+48 512 345 678';

/** The field of each source's form, if it has one, with a value. */
export const FIELDS: Partial<Record<Source, [name: string, value: string]>> = {
  BLIK: ['code', CODE],
  PIX: ['cpf', CPF],
  PHONE: ['phone', PHONE_NUMBER],
};

/** The payer's action that pays the whole amount, for each source. */
export const PAYS = {
  BLIK: 'approve',
  PIX: 'exact',
  P2P: 'exact',
  CRYPTO: 'exact',
  PHONE: 'approve',
} as const satisfies Record<Source, string>;

/** Takes an order's payer's action at the sandbox's simulated bank, wallet or phone. */
export function actAsPayer({ url: baseUrl }: SandboxApp, orderId: string, action: string) {
  return bank({ baseUrl }, orderId, action);
}

/** Reads a QR code as a camera would from the screen. */
export async function readQrCode(drawing: Locator): Promise<string | undefined> {
  const { dark, width } = await drawing.evaluate(async (svg) => {
    const side = 400;
    const copy = svg.cloneNode(true);
    if (!(copy instanceof SVGElement)) throw new Error('Not drawn');
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', String(side));
    copy.setAttribute('height', String(side));
    const image = new Image();
    const source = new XMLSerializer().serializeToString(copy);
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    // The drawing has to have its own light.
    context.fillStyle = '#000';
    context.fillRect(0, 0, side, side);
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, side, side).data;
    const reds = pixels.filter((_, place) => place % 4 === 0);
    return { dark: Array.from(reds, (red) => (red < 128 ? '1' : '0')).join(''), width: side };
  });
  const data = Uint8ClampedArray.from(
    Array.from(dark).flatMap((bit) => (bit === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255])),
  );
  return jsQr(data, width, width)?.data;
}
