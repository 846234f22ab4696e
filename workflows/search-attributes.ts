import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';

/** What operators search workflows by. The worker registers them when it starts. */
export const SEARCH_ATTRIBUTES = ['PartyID', 'ShopID', 'InvoiceID', 'EntityStatus'] as const;

const ENTITY_STATUS = defineSearchAttributeKey('EntityStatus', 'KEYWORD');

/** The entity's own status, as a search attribute. */
export function entityStatus(value: string): SearchAttributePair {
  return { key: ENTITY_STATUS, value };
}
