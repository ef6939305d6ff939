import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { RESOLUTION_CODES, RESOLUTIONS } from '#domain/order/resolution.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { z } from 'zod';

export const currency = z.enum(CURRENCIES);
export const orderStatus = z.enum(ORDER_STATUSES);
export const resolution = z.enum(RESOLUTIONS);
export const resolutionCode = z.enum(RESOLUTION_CODES);
export const paymentSource = z.enum(PAYMENT_SOURCES);

/** EMV 3-D Secure: 01 application, 02 browser, 03 requested by the merchant alone. */
export const deviceChannel = z.enum(['01', '02', '03']);
