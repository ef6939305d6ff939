import type { Types } from '@adyen/api-library';
import { cardDataRequest } from '#contract/schemas/card-data.ts';
import { cardDataCustomer } from '#contract/schemas/customer.ts';
import type { NewAttempt } from '../acquirer.ts';
import { filled, type CheckoutTypes } from './client.ts';

/** A card payment in the browser, whose 3-D Secure is answered at Adyen's own page. */
export function paymentRequest(
  types: CheckoutTypes,
  attempt: NewAttempt,
  merchantAccount: string,
): Types.checkout.PaymentRequest {
  const { id, amountMinor, currency, returnUrl, payer } = attempt;
  const { email } = cardDataCustomer.safeParse(attempt.customer).data ?? {};
  return filled(new types.PaymentRequest(), {
    amount: filled(new types.Amount(), { currency, value: Number(amountMinor) }),
    reference: id,
    merchantAccount,
    paymentMethod: cardOf(types, attempt),
    returnUrl,
    channel: types.PaymentRequest.ChannelEnum.Web,
    shopperInteraction: types.PaymentRequest.ShopperInteractionEnum.Ecommerce,
    browserInfo: browserOf(types, attempt),
    authenticationData: filled(new types.AuthenticationData(), {
      threeDSRequestData: filled(new types.ThreeDSRequestData(), {
        nativeThreeDS: types.ThreeDSRequestData.NativeThreeDSEnum.Disabled,
      }),
    }),
    ...(payer.address !== undefined && { shopperIP: payer.address }),
    ...(email !== undefined && { shopperEmail: email }),
  });
}

function cardOf(types: CheckoutTypes, attempt: NewAttempt): Types.checkout.CardDetails {
  const { number, securityCode, expiryMonth, expiryYear, firstName, lastName } =
    attempt.card.reveal();
  const holderName = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return filled(new types.CardDetails(), {
    type: types.CardDetails.TypeEnum.Scheme,
    number,
    expiryMonth,
    expiryYear: `20${expiryYear}`,
    cvc: securityCode,
    ...(holderName !== '' && { holderName }),
  });
}

function browserOf(
  types: CheckoutTypes,
  { browserInfo, payer }: NewAttempt,
): Types.checkout.BrowserInfo {
  const browser = cardDataRequest.shape.browser_info.parse(browserInfo);
  return filled(new types.BrowserInfo(), {
    acceptHeader: payer.accept ?? '*/*',
    userAgent: payer.userAgent ?? 'unknown',
    language: payer.acceptLanguage?.split(',', 1)[0] ?? 'en',
    colorDepth: Number(browser.color_depth),
    javaEnabled: browser.java_enabled,
    javaScriptEnabled: payer.script,
    screenHeight: Number(browser.screen_height),
    screenWidth: Number(browser.screen_width),
    timeZoneOffset: Number(browser.timezone),
  });
}
