import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';

const ENTITY_STATUS = defineSearchAttributeKey('EntityStatus', 'KEYWORD');

/** Builds the search attribute of the entity's status. */
export function entityStatus(value: string): SearchAttributePair {
  return { key: ENTITY_STATUS, value };
}
