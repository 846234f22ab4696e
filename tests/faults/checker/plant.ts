import type { Evidence } from './evidence';

export interface SeededViolation {
  record?: string[];
  sandbox?: string[];
  /** Changes of other evidence. */
  evidence?: (evidence: Evidence) => Partial<Evidence>;
  /** The text of an additional log. */
  log?: (secrets: readonly string[]) => string;
}

export const one = (table: string, condition: string): string =>
  `ctid = (SELECT min(ctid) FROM ${table} WHERE ${condition})`;
export const change = (table: string, set: string, condition: string): string =>
  `UPDATE ${table} SET ${set} WHERE ${one(table, condition)}`;
export const transfer = (fields: string): string =>
  `INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason) ${fields}`;

/** A rule of the checker with a violation of it. */
export type PlantedViolation = readonly [rule: string, what: string, plant: SeededViolation];
