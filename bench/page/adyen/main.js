import { AdyenCheckout, Card } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const checkout = await AdyenCheckout({
  environment: 'test',
  clientKey: 'test_00000000000000000000000000000000',
  countryCode: 'NL',
  locale: 'en-US',
  amount: { value: 1250, currency: 'EUR' },
  analytics: { enabled: false },
});
new Card(checkout, { hasHolderName: true, brands: ['visa', 'mc', 'amex'] }).mount('#card');
