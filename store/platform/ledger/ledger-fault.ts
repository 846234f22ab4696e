/** A violated invariant: the rule, and the account, transfer or entity that violates it. */
export interface LedgerFault {
  rule: string;
  where: string;
  found: string;
}
