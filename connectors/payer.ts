/** The payer's postal address. */
export interface PayerAddress {
  /** ISO 3166-1 alpha-2. */
  country?: string;
  state?: string;
  city?: string;
  /** Street, building, flat. */
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
