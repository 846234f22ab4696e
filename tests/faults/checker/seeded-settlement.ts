import { change, one, transfer, type PlantedViolation } from './plant';

/** One effect of a payout by the sandbox. */
const PAYOUT_EFFECT = one('effects', `kind = 'payOut' AND operation_id LIKE 'payout/%'`);

/** Violations of the rules about batches and payouts. */
export const SEEDED_SETTLEMENT: readonly PlantedViolation[] = [
  [
    'a posting is in one batch at most',
    'a line twice',
    {
      record: [
        'ALTER TABLE settlement_lines DROP CONSTRAINT settlement_lines_pkey',
        'INSERT INTO settlement_lines SELECT * FROM settlement_lines LIMIT 1',
      ],
    },
  ],
  [
    'the lines of batches are what the ledger moved',
    'a kopeck more of a line',
    { record: [change('settlement_lines', 'gross = gross + 1', 'true')] },
  ],
  [
    'a batch continues the one before and is its lines',
    'a kopeck that a batch forgets',
    { record: [change('settlement_batches', 'closing = closing - 1', 'closed_at IS NOT NULL')] },
  ],
  [
    'a shop has what its last batch left and what is in none',
    'a line that a batch has lost',
    { record: [`DELETE FROM settlement_lines WHERE ${one('settlement_lines', 'gross > 0')}`] },
  ],
  [
    'a payout moves its money once',
    'a payout that came back and did not',
    {
      record: [
        transfer(`SELECT 'payout/' || p.id || '/' || CASE p.status WHEN 'failed' THEN 'cancelled' ELSE 'failed' END, 'posted', NULL,
          debit_account_id, credit_account_id, t.amount, t.currency, 'planted'
          FROM payouts p JOIN ledger_transfers t ON t.id = 'payout/' || p.id || '/created' LIMIT 1`),
      ],
    },
  ],
  [
    'at most one effect of each operation',
    'a payout that its connector made twice',
    { sandbox: [`INSERT INTO effects SELECT * FROM effects WHERE ${PAYOUT_EFFECT}`] },
  ],
  [
    `the connector's sums equal ours`,
    'a payout sent again with another key',
    {
      sandbox: [
        `INSERT INTO effects (operation_id, authorisation_id, kind, amount)
         SELECT operation_id || '/2', authorisation_id, kind, amount FROM effects WHERE ${PAYOUT_EFFECT}`,
      ],
    },
  ],
  [
    `the connector's sums equal ours`,
    'a payout by a connector that the ledger took from the bank',
    {
      record: [
        change(
          'ledger_transfers',
          `credit_account_id = 'bank/RUB'`,
          `id LIKE 'payout/%/paid' AND credit_account_id LIKE 'connector/%'`,
        ),
      ],
    },
  ],
  [
    'in transit is what was sent and not answered',
    'a payout that was paid and waits again',
    { record: [change('payouts', `status = 'sent'`, 'true')] },
  ],
  [
    'a bank file orders each of its payouts, and no other file does',
    'a file that was made again',
    {
      record: [
        `INSERT INTO bank_files SELECT (jsonb_populate_record(f, jsonb_build_object('id', id || '-2', 'first_number', 99))).*
         FROM bank_files f WHERE status = 'confirmed' LIMIT 1`,
      ],
    },
  ],
  [
    'a bank file orders each of its payouts, and no other file does',
    'a kopeck more than the payout',
    { record: [change('payouts', 'amount = amount - 1', 'bank_file_id IS NOT NULL')] },
  ],
  [
    'a bank moves each payout once',
    'a repeated movement that counts again',
    { record: [change('bank_statement_lines', `result = 'paid'`, `result = 'known'`)] },
  ],
  ...['recordPayout', 'createBankFile', 'confirmBankFile', 'applyBankStatement'].map((type): PlantedViolation => [
    'two people record what happened to a payout',
    `a payout without its ${type}`,
    {
      record: [
        'ALTER TABLE operator_commands DISABLE TRIGGER USER',
        `UPDATE operator_commands SET state = 'Failed' WHERE type = '${type}'`,
      ],
    },
  ]),
];
