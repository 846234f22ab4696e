/** The test environment of the Checkout API. */
export const CHECKOUT_TEST_URL = 'https://checkout-test.adyen.com/v71';

/** The test environment of the Transfers API. */
export const TRANSFERS_TEST_URL = 'https://balanceplatform-api-test.adyen.com/btl/v4';

export const TRANSFERS_LIVE_URL = 'https://balanceplatform-api-live.adyen.com/btl/v4';

/** A live environment, whose address begins with a prefix of the company (Customer Area: Developers, API URLs). */
export function checkoutLiveUrl(prefix: string): string {
  return `https://${prefix}-checkout-live.adyenpayments.com/checkout/v71`;
}
