import type { Contract, ContractAdjustment } from '../../../domain/merchants/contract/contract';
import { notFound } from '../../../domain/platform/errors/refusal';
import { requireRow } from '../../postgres/require-row';
import { columnsOf, selectList } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';

const CONTRACT_COLUMNS = columnsOf<Contract>()([
  'id partyID createdAt status validSince validUntil terminatedAt contractor legalAgreement',
  'paymentInstitutionID reportingPreferences adjustments',
]);

/** A stored contract: dates of its JSON adjustments are text. */
export type ContractRow = Omit<Contract, 'adjustments'> & { adjustments: AdjustmentRow[] };
type AdjustmentRow = Pick<ContractAdjustment, 'id'> & {
  createdAt: string;
  validSince: string | null;
  validUntil: string | null;
};

const CONTRACT = selectList(CONTRACT_COLUMNS, 'c');

const LIST = statement<ContractRow>(
  'contract-list',
  `SELECT ${CONTRACT} FROM contracts c WHERE party_id = $1 ORDER BY created_at, id`,
);

export async function listContracts(database: Database, partyID: string): Promise<Contract[]> {
  return (await database.run(LIST, [partyID])).map(fromContractRow);
}

const FIND = statement<ContractRow>(
  'contract-find',
  `SELECT ${CONTRACT} FROM contracts c WHERE id = $1 AND party_id = $2`,
);

/** A party's own contract. @throws Refusal notFound */
export async function getContract(
  database: Database,
  { contractID, partyID }: { contractID: string; partyID: string },
): Promise<Contract> {
  return fromContractRow(requireRow(await database.run(FIND, [contractID, partyID]), 'Contract'));
}

export function findAdjustment(contract: Contract, adjustmentID: string): ContractAdjustment {
  const adjustment = contract.adjustments.find(({ id }) => id === adjustmentID);
  if (!adjustment) throw notFound('Contract adjustment');
  return adjustment;
}

export function fromContractRow(contract: ContractRow): Contract {
  const toDate = (date: string | null): Date | null => (date === null ? null : new Date(date));
  const adjustments = contract.adjustments.map((each) => ({
    id: each.id,
    createdAt: new Date(each.createdAt),
    validSince: toDate(each.validSince),
    validUntil: toDate(each.validUntil),
  }));
  return { ...contract, adjustments };
}
