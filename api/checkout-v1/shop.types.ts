/** The shop that a payer pays. */
export interface PayersShop {
  name: string;
  /** Whether no real money moves. */
  isTest: boolean;
  /** Whether the page asks for the billing address of a card. */
  collectBillingAddress: boolean;
  /** The known service providers of its payment methods. */
  providers: PayersProvider[];
}

export interface PayersProvider {
  id: string;
  brandName?: string;
  category?: string;
}
