/** What a start may know for the memo of its workflow; a restart knows less. */
export interface MemoFacts {
  /** With its currency. */
  amount?: string;
  /** The shop's name. */
  shop?: string | null;
  method?: string | null;
}

export function workflowMemo(facts: MemoFacts): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact === 'string'));
}
