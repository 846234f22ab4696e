import type { Evidence, ReceivedMessage } from './evidence';
import { change, one, transfer, type PlantedViolation } from './plant';
import { SEEDED_SETTLEMENT } from './seeded-settlement';

/** Violations that the checker must find in copies of a platform's data. */

/** The condition that an event has a successor: deleting the last one leaves no gap. */
const FOLLOWED = '(subject_type, subject_id, number + 1) IN (SELECT subject_type, subject_id, number FROM events)';

/** A card number that no test uses, so that other searches do not find it. */
const UNUSED_CARD = '2200123456789019';

/** Each rule of the checker with violations. */
export const SEEDED_VIOLATIONS: readonly PlantedViolation[] = [
  [
    'postings sum to zero',
    'a kopeck that comes from nowhere',
    { record: [change('ledger_accounts', 'credits_posted = credits_posted + 1', 'true')] },
  ],
  [
    'a balance is the sum of its postings',
    'a kopeck that a balance lacks and another has',
    {
      record: [
        change('ledger_accounts', 'credits_posted = credits_posted + 1', `id LIKE 'connector/%' AND currency = 'RUB'`),
        change('ledger_accounts', 'debits_posted = debits_posted + 1', `kind = 'fee' AND currency = 'RUB'`),
      ],
    },
  ],
  [
    'available is never below zero',
    'a hold of more than there is',
    {
      record: [
        transfer(`SELECT 'planted', 'pending', NULL, min(id), max(id), 9000000000000, 'RUB', 'planted'
          FROM ledger_accounts WHERE id LIKE 'wallet/%' AND currency = 'RUB'`),
      ],
    },
  ],
  [
    'a hold is decided once, within its amount',
    'a hold that is posted again',
    {
      record: [
        'ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_pending_id_key',
        transfer(`SELECT 'planted', 'post', pending_id, debit_account_id, credit_account_id, amount, currency, 'planted'
          FROM ledger_transfers WHERE kind = 'post' LIMIT 1`),
      ],
    },
  ],
  [
    'a wallet owns what came in less what went out',
    'a transfer of more',
    { record: [change('w2w_transfers', 'amount = amount + 1', 'true')] },
  ],
  [
    'an approved command moves money once, and no other does',
    'a deposit of a command that nobody approved',
    {
      record: [
        'ALTER TABLE operator_commands DISABLE TRIGGER USER',
        change('operator_commands', `state = 'Rejected'`, `state = 'Succeeded' AND type = 'deposit'`),
      ],
    },
  ],
  [
    'an approved command moves money once, and no other does',
    'a deposit that is lost',
    { record: [change('deposits', `external_id = 'other'`, 'external_id IS NOT NULL')] },
  ],
  [
    'captured is at most authorised',
    'a kopeck more',
    { record: [change('payments', 'amount = authorised_amount + 1', `status = 'captured'`)] },
  ],
  [
    'refunds and chargebacks are at most captured',
    'a refund of too much',
    { record: [change('refunds', 'amount = amount + 10000000', `status = 'succeeded'`)] },
  ],
  ...SEEDED_SETTLEMENT,
  [
    'at most one effect of each operation',
    'a capture that happened twice',
    { sandbox: [`INSERT INTO effects SELECT * FROM effects WHERE kind = 'capture' LIMIT 1`] },
  ],
  [
    'at most one effect of each operation',
    'a payout that a stand-in made twice',
    {
      evidence: () => ({
        acquirerEffects: Array.from({ length: 2 }, () => ({
          ...{ operationID: 'withdrawal/none/payOut', kind: 'payOut', amount: '1' },
        })),
      }),
    },
  ],
  [
    'no effect without an entity that knows it',
    'a payment that only the connector knows',
    {
      sandbox: [
        `INSERT INTO effects (operation_id, authorisation_id, kind, amount) VALUES ('payment/none.1/authorise', 'payment/none.1/authorise', 'authorise', 1)`,
      ],
    },
  ],
  [
    `the connector's sums equal ours`,
    'a capture that never happened',
    { sandbox: [`DELETE FROM effects WHERE ${one('effects', `kind = 'capture'`)}`] },
  ],
  [
    `the connector's sums equal ours`,
    'a hold that was never given back',
    { sandbox: [`DELETE FROM effects WHERE ${one('effects', `kind = 'void' AND amount > 0`)}`] },
  ],
  [
    `the connector's sums equal ours`,
    'a payout of more',
    { sandbox: [change('effects', 'amount = amount + 1', `kind = 'payOut'`)] },
  ],
  [
    `the connector's sums equal ours`,
    'a refund of less',
    { sandbox: [change('effects', 'amount = amount - 1', `kind = 'refund'`)] },
  ],
  [
    'one entity for each external id',
    'two invoices of one name',
    {
      record: [
        'DROP INDEX invoices_external_id',
        `UPDATE invoices SET external_id = 'twice' WHERE id IN (SELECT id FROM invoices ORDER BY id LIMIT 2)`,
      ],
    },
  ],
  [
    'one entity for each external id',
    'another id in the answer to a repeated call',
    {
      evidence: ({ acknowledged }) => {
        const [first, second] = acknowledged.filter(({ kind }) => kind === 'invoice');
        return { acknowledged: [...acknowledged, { ...first!, id: second!.id }] };
      },
    },
  ],
  [
    'what was acknowledged is there',
    'an invoice that is lost',
    { record: [`DELETE FROM invoices WHERE ${one('invoices', 'true')}`] },
  ],
  [
    'an accepted decision is carried out',
    'a capture of what failed',
    {
      record: [],
      evidence: ({ acknowledged }) => {
        const { id } = acknowledged.find(({ kind }) => kind === 'payment')!;
        return { decided: (['captured', 'cancelled'] as const).map((decision) => ({ payment: id, decision })) };
      },
    },
  ],
  [
    'events of a subject are numbered without a gap',
    'an event that is gone',
    { record: [`DELETE FROM events WHERE ${one('events', `number = 2 AND ${FOLLOWED}`)}`] },
  ],
  ...['invoice', 'customer', 'withdrawal'].map((subject): PlantedViolation => [
    'events of a subject are numbered without a gap',
    `the last event of one of the ${subject}s gone`,
    {
      record: [
        `DELETE FROM events WHERE (subject_type, subject_id, number) =
             (SELECT '${subject}', id::text, event_count FROM ${subject}s WHERE event_count > 1 LIMIT 1)`,
      ],
    },
  ]),
  [
    'nothing leaves a terminal state',
    'an event that brings a failed payment back',
    {
      record: [
        `INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
         SELECT 'invoice', i.id, i.event_count + 1, now(),
           jsonb_build_array(jsonb_build_object('changeType', 'PaymentStatusChanged', 'paymentID', p.id, 'status', 'captured'))
         FROM invoices i JOIN payments p ON p.invoice_id = i.id WHERE p.status = 'failed' LIMIT 1`,
      ],
    },
  ],
  [
    'nothing leaves a terminal state',
    'a refund that failed after it had succeeded',
    { evidence: ({ ends }) => ({ ends: new Map([...ends].map(([name]) => [name, 'otherwise'])) }) },
  ],
  [
    'a payment is where its last event says',
    'a status that no event tells of',
    { record: [change('payments', `status = 'captured'`, `status = 'cancelled'`)] },
  ],
  [
    'what is open has a live workflow',
    'a withdrawal without a workflow',
    { record: [change('withdrawals', `status = 'Pending', failure = NULL`, 'true')] },
  ],
  [
    'what waits to be sent has a queue',
    'a message without a queue',
    { record: [change('webhook_deliveries', `status = 'pending'`, `status = 'delivered'`)] },
  ],
  [
    'each terminal state is announced once',
    'a capture without an announcement',
    { evidence: without(({ eventType }) => eventType === 'PaymentCaptured') },
  ],
  [
    'each terminal state is announced once',
    'a capture announced twice',
    {
      evidence: ({ received }) => {
        const announced = received.find(({ eventType }) => eventType === 'PaymentCaptured')!;
        return { received: [...received, { ...announced, eventID: '999999999' }] };
      },
    },
  ],
  [
    'events of a subject arrive in order',
    'messages the other way round',
    { evidence: ({ received }) => ({ received: [...received].reverse() }) },
  ],
  [
    'events of a subject arrive without a gap',
    'a message that was never received',
    { evidence: without(({ eventType }) => eventType === 'PaymentStarted') },
  ],
  [
    'each message is signed by its webhook',
    'a foreign signature',
    { evidence: ({ received }) => ({ received: received.map((each) => ({ ...each, isSigned: false })) }) },
  ],
  [
    'a message is always the same',
    'a second delivery that says something else',
    { evidence: ({ received }) => ({ received: [...received, { ...received[0]!, digest: 'another' }] }) },
  ],
  [
    'no card, CVV or secret anywhere',
    'a card in a table',
    {
      record: [change('invoices', `product = 'card ${UNUSED_CARD}'`, 'true')],
      evidence: ({ secrets }) => ({ secrets: [...secrets, UNUSED_CARD] }),
    },
  ],
  [
    'no card, CVV or secret anywhere',
    'a secret in a log, in base64',
    { log: (secrets) => Buffer.from(`x${secrets.find((secret) => !/^\d+$/.test(secret))}`).toString('base64') },
  ],
  ['no card, CVV or secret anywhere', 'a CVV in a log', { log: () => '{"cvv":"739"}' }],
  [
    'no card, CVV or secret anywhere',
    'a place of logs in which there are none',
    { evidence: ({ places }) => ({ places: [...places, '/nowhere/logs'] }) },
  ],
];

function without(isLeftOut: (message: ReceivedMessage) => boolean): (evidence: Evidence) => Partial<Evidence> {
  return ({ received }) => {
    const index = received.findIndex(isLeftOut);
    return { received: received.filter((_, place) => place !== index) };
  };
}
