import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';

const ENTITY_STATUS = defineSearchAttributeKey('EntityStatus', 'KEYWORD');

/** The entity's own status, as a search attribute. */
export function entityStatus(value: string): SearchAttributePair {
  return { key: ENTITY_STATUS, value };
}
