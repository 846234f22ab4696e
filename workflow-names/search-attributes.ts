/** Keyword search attributes of workflows; the worker registers them at start. */
export const SEARCH_ATTRIBUTES = ['PartyID', 'ShopID', 'InvoiceID', 'EntityStatus'] as const;
