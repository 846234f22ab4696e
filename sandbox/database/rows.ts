import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { BehaviourOperation } from '../behaviours/behaviour';
import type { Scenario } from '../test-tools';

export type SandboxOperationStatus = 'approved' | 'declined' | 'interactionRequired';

/** The content of payers' pages. */
export interface PageContent {
  merchantName: string;
  description: string;
  returnUrl?: string;
}

/** A row of `operations`. */
export interface OperationRow {
  operation_id: string;
  kind: BehaviourOperation;
  authorisation_id: string | null;
  request_hash: Buffer | null;
  /** bigint arrives as text. */
  amount: string | null;
  /** The taken amount, if it differs. */
  taken: string | null;
  currency: string | null;
  status: SandboxOperationStatus;
  failure: string | null;
  make_recurrent: boolean;
  scenario: Scenario | null;
  page: PageContent | null;
  page_token: string | null;
  /** The return address sent by the payer's browser. */
  return_to: string | null;
  interaction: UserInteraction | null;
  expires_at: Date | null;
  created_at: Date;
  decided_at: Date | null;
  /** Until then it is answered as pending; its result is stored already. */
  pending_until: Date | null;
  /** From then on an approved payout is answered as returned. */
  returned_at: Date | null;
}

/** The columns of a response. */
export type AnsweredOperation = Omit<
  OperationRow,
  'request_hash' | 'page' | 'page_token' | 'return_to' | 'expires_at' | 'created_at' | 'decided_at'
>;

export interface NewOperation {
  operationID: string;
  kind: BehaviourOperation;
  authorisationID?: string;
  requestHash: Buffer | null;
  amount?: bigint;
  /** The taken amount, if it differs. */
  taken?: bigint;
  currency?: string;
  status: SandboxOperationStatus;
  failure?: string;
  makeRecurrent?: boolean;
  scenario?: Scenario;
  toolHash?: Buffer;
  page?: PageContent;
  pageToken?: string;
  payCode?: string;
  interaction?: UserInteraction;
  expiresAt?: Date;
  callbackUrl?: string;
  /** The immediate effect; none if absent. */
  effect?: bigint;
  /** How long a payout or refund is pending. */
  pendingMs?: number;
  /** How long after its end a payout is returned. */
  returnedAfterMs?: number;
}
