/** One use of a card, as the audit of the vault records it; never the card. */
export interface VaultAuditEntry {
  caller: string;
  cardID: string;
  partyID: string;
  operationID: string;
  account: string;
  origin: string;
}

export const AUDIT_COLUMNS = '(caller, action, card_id, party_id, operation_id, account, origin, outcome)';
