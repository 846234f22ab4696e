/** Who entered a payment tool, or would use it: a party, and for the holder of an access token what the token is for. */
export interface ToolOwner {
  partyID: string;
  /** `invoice/<id>` or `customer/<id>`; missing for an API key, which is good for all that the party has. */
  scope?: string;
}

/**
 * Whether a tool that one entered may be used by another: within the party alone, and of two payers only where both are
 * there for the same thing. A payer's tool is his for the invoice that he saw; his merchant may use it elsewhere.
 */
export function mayUseTool(owner: ToolOwner, user: ToolOwner): boolean {
  if (owner.partyID !== user.partyID) return false;
  return owner.scope === undefined || user.scope === undefined || owner.scope === user.scope;
}
