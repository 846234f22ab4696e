/** The test environments of the Checkout API and of the Transfers API. */
export const CHECKOUT_URL = 'https://checkout-test.adyen.com/v71';
export const TRANSFERS_URL = 'https://balanceplatform-api-test.adyen.com/btl/v4';

/** An address of Adyen's live environment. */
export const LIVE_ADDRESS = /^https:\/\/[\w-]+-live(-\w+)?\.adyen(payments)?\.com\//;
