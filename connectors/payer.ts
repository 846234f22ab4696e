/** The payer's postal address. */
export interface PayerAddress {
  /** ISO 3166-1 alpha-3. */
  country?: string;
  state?: string;
  city?: string;
  /** Street, house, flat. */
  line?: string;
  postalCode?: string;
}

/** What is known of the payer. Unknown and erased data is absent. */
export interface ConnectorPayer {
  email?: string;
  /** With its country code, `+79161234567`. */
  phoneNumber?: string;
  name?: string;
  billingAddress?: PayerAddress;
  ip?: string;
  fingerprint?: string;
  customerID?: string;
}

/** What a connector or its acquirer knows of the card that pays: of a wallet's card nothing else names it. */
export interface ConnectorCard {
  /** First digits, 6 to 8. */
  bin?: string;
  /** Last digits, 2 to 4. */
  lastDigits?: string;
  /** A name of `PAYMENT_SYSTEMS`. */
  paymentSystem?: string;
  /** ISO 3166-1 alpha-2. */
  issuerCountry?: string;
  bankName?: string;
  tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay' | 'yandexpay';
}
