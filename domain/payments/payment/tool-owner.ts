/** The party, and for an access token also the scope, that created or uses a payment tool. */
export interface ToolOwner {
  partyID: string;
  /** `invoice/<id>` or `customer/<id>`; absent for an API key, which covers the whole party. */
  scope?: string;
}

/** Whether a user may use an owner's tool: within the party, and between two payers only in the same scope. */
export function mayUseTool(owner: ToolOwner, user: ToolOwner): boolean {
  if (owner.partyID !== user.partyID) return false;
  return owner.scope === undefined || user.scope === undefined || owner.scope === user.scope;
}
