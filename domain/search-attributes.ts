/** What operators search workflows by, each a keyword. The worker registers them when it starts. */
export const SEARCH_ATTRIBUTES = ['PartyID', 'ShopID', 'InvoiceID', 'EntityStatus'] as const;
