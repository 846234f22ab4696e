import type { Experiment, Scene } from '../experiment';
import { EndedOtherwise } from '../load/client';
import { callback, mislead } from './connector';

/** Facts that the sandbox can answer wrongly. */
const FACTS = ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'] as const;

/** An acquirer that holds other amounts, and answers with other amounts, currencies, ids, states and realms. */

/** Calls whose answers lie. Look-ups tell the truth in the end, as those of an acquirer that is asked again. */
const KINDS = ['authorise', 'authorise', 'verify', 'capture', 'void', 'refund', 'payOut', 'lookUp'] as const;
const AMOUNTS = [1, 100, 99_999_900];

async function answerWrongly(scene: Scene): Promise<void> {
  const { random } = scene;
  const pickLie = () => {
    const isHeldOtherwise = random.int(1, 4) === 1;
    const lie = { type: 'lie', about: random.pick(FACTS), amountMinor: random.pick(AMOUNTS) };
    const other = { type: 'takeOther', differenceMinor: random.pick([-1, 1, 50_000]) };
    const kinds = [isHeldOtherwise ? 'authorise' : random.pick(KINDS)];
    return { match: { kinds }, behaviour: isHeldOtherwise ? other : lie };
  };
  await mislead(scene, pickLie, 1_200);
  await callBack(scene);
  await expectFindings(scene);
}

/** Ends the waits of refunds and payouts that were answered wrongly, as an acquirer that has corrected them does. */
async function callBack(scene: Scene): Promise<void> {
  const waiting = await scene.world.query<{ name: string }>(
    `SELECT 'refund/' || invoice_id || '.' || payment_id || '.' || id || '/refund' AS name FROM refunds WHERE status = 'pending'
     UNION ALL SELECT 'withdrawal/' || id || '/payOut' FROM withdrawals WHERE status = 'Pending' AND accepted_at IS NOT NULL`,
  );
  for (const { name } of waiting) await callback(scene, { operationID: name });
}

/** Each payment that failed for an answer has a finding that names the difference. */
async function expectFindings(scene: Scene): Promise<void> {
  const count = await scene.world.count(
    `SELECT count(*) FROM reconciliation_findings WHERE kind = 'contradictedAnswer' AND differences IS NOT NULL`,
  );
  scene.note(`${count} answers were refused`);
  if (count === 0) scene.accuse({ rule: 'wrong answers are findings', where: 'sandbox', found: 'none' });
  const unlisted = await scene.world.query<{ name: string }>(
    `SELECT a.invoice_id || '.' || a.payment_id AS name FROM payment_attempts a WHERE a.outcome = 'contradicted' AND NOT EXISTS
       (SELECT FROM reconciliation_findings f WHERE f.kind = 'contradictedAnswer' AND f.operation_id = a.operation_id)`,
  );
  for (const { name } of unlisted)
    scene.accuse({ rule: 'wrong answers are findings', where: name, found: 'a failed payment without one' });
}

export const wrongAcquirer: readonly Experiment[] = [
  {
    name: 'wrong-acquirer',
    title: 'the acquirer holds and answers other amounts, currencies, ids, states and realms',
    load: { payments: 10, wallets: 5, mayFail: EndedOtherwise },
    seconds: { whole: 60, short: 12 },
    fault: answerWrongly,
  },
];
