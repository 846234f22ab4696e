import type { Destination } from '../../../domain/wallets/destination/destination';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import type { Store } from '../../store';

/** What an operator reads of a destination: nothing that is encrypted. */
export interface WaitingDestination extends Pick<
  Destination,
  | 'id'
  | 'partyID'
  | 'identityID'
  | 'providerID'
  | 'name'
  | 'currency'
  | 'createdAt'
  | 'isBlocked'
  | 'status'
  | 'validUntil'
> {
  externalID: string | null;
  resourceType: string;
  /** When an earlier authorisation ended. */
  authorisationEndedAt: Date | null;
  rejectedAt: Date | null;
  rejectionReason: string | null;
}

const DESTINATIONS = listing<WaitingDestination>({
  name: 'destination-list-operated',
  select: `SELECT d.id, d.party_id AS "partyID", d.identity_id AS "identityID", d.provider_id AS "providerID", d.name,
     d.currency, d.created_at AS "createdAt", d.is_blocked AS "isBlocked", d.status, d.valid_until AS "validUntil",
     d.external_id AS "externalID", d.resource_type AS "resourceType",
     d.authorisation_ended_at AS "authorisationEndedAt", d.rejected_at AS "rejectedAt",
     d.rejection_reason AS "rejectionReason"
   FROM destinations d`,
  order: { createdAt: 'd.created_at', id: 'd.id' },
  owners: ['d.status = ?'],
});

export type DecisionStatus = 'AwaitingApproval' | 'Rejected' | 'Authorized';

/** An automatic authorisation that is under way does not wait for an operator. */
const AWAITS_OPERATOR = `d.rejected_at IS NULL AND (d.authorisation_ended_at IS NOT NULL OR EXISTS (
  SELECT FROM wallet_providers p WHERE p.id = d.provider_id AND p.destination_authorisation = 'operator'))`;

const CONDITIONS: Record<DecisionStatus, { status: Destination['status']; sql?: string }> = {
  AwaitingApproval: { status: 'Unauthorized', sql: AWAITS_OPERATOR },
  Rejected: { status: 'Unauthorized', sql: 'd.rejected_at IS NOT NULL' },
  Authorized: { status: 'Authorized' },
};

/** Destinations of all parties by the operators' decision, newest first. @throws Refusal badToken */
export async function listOperatedDestinations(
  store: Store,
  request: {
    status: DecisionStatus;
    partyID?: string | undefined;
    limit: number;
    continuationToken?: string | undefined;
  },
): Promise<Page<WaitingDestination>> {
  const { status, partyID, limit, continuationToken } = request;
  const decided = CONDITIONS[status];
  const conditions = [decided.sql ? { sql: decided.sql, values: [] } : undefined, where('d.party_id = ?', partyID)];
  return listPage(store, DESTINATIONS, { owner: decided.status, conditions, limit, continuationToken });
}
