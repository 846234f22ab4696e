import { statement } from '../../postgres/database';
import type { LedgerFault } from '../../platform/ledger/ledger-fault';

/** Invariants of settlement reports in the ledger. */
export const SETTLEMENT_REPORT_CHECKS = [
  statement<LedgerFault>(
    'ledger-verify-acquirer-fees',
    `SELECT 'the fee of an acquirer stands in the ledger as its row says' AS rule, coalesce(t.id, r.name, '') AS "where",
       format('%s %s, posted %s', r.fee, r.currency, t.amount) AS found
     FROM (SELECT 'acquirer-fee/' || report_id || '/' || line AS name, * FROM settlement_report_rows WHERE fee <> 0) r
     FULL JOIN (SELECT * FROM ledger_transfers WHERE id LIKE 'acquirer-fee/%') t ON t.id = r.name
     WHERE t.id IS NULL OR r.name IS NULL OR t.amount <> abs(r.fee) OR t.currency <> r.currency
       OR CASE WHEN r.fee > 0 THEN t.credit_account_id ELSE t.debit_account_id END <> 'connector/' || r.account || '/' || r.currency`,
  ),
];
