import { isDeepStrictEqual } from 'node:util';
import { settlementTerms, type SettlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import type { ChangedEntity } from '../configuration/configuration.entities';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { requireRow } from '../../postgres/require-row';
import { startTracked } from '../../operators/recovery/tracked-workflows';
import { listContactEmails, type ContractorContacts } from './contact-emails';

/** The fields of a contractor that a notice reads. */
interface NotifiedContractor extends ContractorContacts {
  bankAccount?: { account: string } | null;
}

/** A changed bank account, as a notice describes it. */
export interface BankAccountChange {
  /** Account numbers; undefined if there was or is none. */
  before: string | undefined;
  after: string | undefined;
  /** The first moment at which the new account can be paid to. */
  paysFrom: Date;
  timeZone: string;
  /** Of the contractor before and after, and of the shops' terms in force in the thirty days before or since. */
  emails: readonly string[];
}

/** Starts a notice for each contract whose bank account changes, in the transaction of the change. A new contract has none. */
export async function announceBankAccounts(
  database: Database,
  { changed, versions }: { changed: readonly ChangedEntity[]; versions: ReadonlyMap<string, number> },
  tx: Transaction,
): Promise<void> {
  const starts = changed.flatMap(({ entity, known }): StartCommand[] => {
    if (entity.kind !== 'contracts' || !known) return [];
    const [before, after] = [known.row, entity.row].map(
      (row) => (row as { contractor: NotifiedContractor }).contractor.bankAccount ?? null,
    );
    const version = versions.get(`contract/${entity.id}`);
    if (version === undefined || isDeepStrictEqual(before, after)) return [];
    return [
      {
        kind: 'start',
        workflowID: workflowIDs.bankAccountNotice(entity.id, version),
        workflowType: workflowTypes.bankAccountNotice,
        args: [{ contractID: entity.id, version }],
        searchAttributes: { PartyID: (entity.row as { partyID: string }).partyID },
        summary: 'Tells the merchant of a changed bank account',
      },
    ];
  });
  if (starts.length > 0) await startTracked(database, starts, tx);
}

const VERSIONS = statement<{ contractor: NotifiedContractor | null }>(
  'bank-account-notice-versions',
  `SELECT form -> 'contractor' AS contractor FROM configuration_versions
   WHERE type = 'contract' AND id = $1 AND version <= $2 ORDER BY version DESC LIMIT 2`,
);

const CHANGED = statement<{ changedAt: Date; settlements: { terms: SettlementTerms | null; isCurrent: boolean }[] }>(
  'bank-account-notice-change',
  `SELECT c.bank_account_changed_at AS "changedAt",
     coalesce((SELECT jsonb_agg(jsonb_build_object('terms', t.terms -> 'settlement', 'isCurrent', coalesce(t.until > now(), true)))
       FROM (SELECT shop_terms.terms, valid_from, lead(valid_from) OVER (PARTITION BY shop_id ORDER BY valid_from) AS until
         FROM shop_terms JOIN shops s ON s.id = shop_id WHERE s.contract_id = c.id) t
       WHERE t.valid_from <= now() AND coalesce(t.until > c.bank_account_changed_at - interval '30 days', true)), '[]') AS settlements
   FROM contracts c WHERE c.id = $1 AND c.bank_account_changed_at IS NOT NULL`,
);

const DAY_MS = 86_400_000;

/** @throws Refusal notFound for a contract whose bank account never changed */
export async function readBankAccountChange(
  database: Database,
  { contractID, version }: { contractID: string; version: number },
): Promise<BankAccountChange> {
  const { changedAt, settlements } = requireRow(await database.run(CHANGED, [contractID]), 'change of a bank account');
  const contractors = (await database.run(VERSIONS, [contractID, version])).map(({ contractor }) => contractor);
  const [after, before] = contractors.map((contractor) => contractor?.bankAccount?.account);
  const rules = settlements
    .filter(({ isCurrent }) => isCurrent)
    .map(({ terms }) => settlementTerms({ settlement: terms ?? {} }));
  const { timeZone } = rules[0] ?? settlementTerms({});
  const waitDays = Math.min(...(rules.length > 0 ? rules : [settlementTerms({})]).map((each) => each.accountWaitDays));
  const emails = listContactEmails(
    contractors,
    settlements.map(({ terms }) => terms),
  );
  const paysFrom = new Date(changedAt.getTime() + waitDays * DAY_MS);
  return { before, after, paysFrom, timeZone, emails };
}
