import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import type { Chargeback, ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import { findClosedReason } from '../../../domain/payments/chargeback/evidence';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { getContract } from '../../merchants/contract/contract.queries';
import { listContactEmails } from '../../merchants/settlement/contact-emails';
import { getShop } from '../../merchants/shop/shop.queries';
import { startTracked } from '../../operators/recovery/tracked-workflows';
import type { Database, Transaction } from '../../postgres/database';
import { readChargeback } from './chargeback.table';
import { readEvidenceCase } from './evidence.table';

/** Starts the notices of a stage to the merchant: now, and before its deadline. */
export async function startNotices(
  database: Database,
  { invoiceID, paymentID, id, partyID, shopID, round, stage }: Chargeback,
  tx: Transaction,
): Promise<void> {
  const starts = ['opened', 'due'].map((notice): StartCommand => {
    const input = { invoiceID, paymentID, chargebackID: id, round, stage, notice };
    return {
      kind: 'start',
      workflowID: workflowIDs.chargebackNotice(input),
      workflowType: workflowTypes.chargebackNotice,
      args: [input],
      searchAttributes: { PartyID: partyID, ShopID: shopID, InvoiceID: invoiceID },
      summary: 'Tells the merchant of a chargeback',
    };
  });
  await startTracked(database, starts, tx);
}

/** A stage to which the merchant can still send documents. */
export interface OpenStage {
  chargeback: Chargeback;
  timeZone: string;
  emails: readonly string[];
}

/** Undefined once the stage takes no documents, or has them. */
export async function findOpenStage(
  database: Database,
  stage: ChargebackRef & Pick<Chargeback, 'round' | 'stage'>,
): Promise<OpenStage | undefined> {
  const chargeback = await readChargeback(database, stage);
  if (!chargeback || chargeback.round !== stage.round || chargeback.stage !== stage.stage) return undefined;
  if (findClosedReason(await readEvidenceCase(database, stage)) !== undefined) return undefined;
  const { partyID } = chargeback;
  const { terms, contractID } = await getShop(database, chargeback.shopID);
  const { contractor } = await getContract(database, { contractID, partyID });
  const emails = listContactEmails([contractor], [terms.settlement]);
  return { chargeback, timeZone: settlementTerms(terms).timeZone, emails };
}
