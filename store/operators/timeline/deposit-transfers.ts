import { statement, type Database } from '../../postgres/database';

const FIND = statement<{ postingCount: number; revertIDs: string[] }>(
  'timeline-deposit',
  `SELECT d.posting_count AS "postingCount",
     ARRAY(SELECT r.id FROM deposit_reverts r WHERE r.deposit_id = d.id ORDER BY r.id) AS "revertIDs"
   FROM deposits d WHERE d.id = $1`,
);

/** Ids of the transfers of a deposit and its reverts. Every adjustment posts the deposit once more, or back. */
export async function listDepositTransfers(database: Database, depositID: string): Promise<string[]> {
  const [deposit] = await database.run(FIND, [depositID]);
  if (!deposit) return [];
  const postings = Array.from({ length: deposit.postingCount }, (_, index) => `deposit/${depositID}/${index + 1}`);
  const reverts = deposit.revertIDs.map((id) => `deposit-revert/${id}/hold`);
  return [...postings.flatMap((posting) => [posting, `${posting}/fee`]), ...reverts];
}
