import type { UserInteraction } from '../../domain/payment/user-interaction';
import type { OperationKind } from '../behaviours/behaviour';
import type { Scenario } from '../operations/scenario';

/** Where an operation stands. */
export type OperationStatus = 'approved' | 'declined' | 'interactionRequired';

/** What the pages show and where they lead. */
export interface PageContent {
  merchantName: string;
  description: string;
  returnUrl?: string;
}

/** One row of `operations`. */
export interface OperationRow {
  operation_id: string;
  kind: OperationKind;
  authorisation_id: string | null;
  request_hash: Buffer | null;
  /** bigint arrives as text. */
  amount: string | null;
  /** What is taken where it is another amount. */
  taken: string | null;
  currency: string | null;
  status: OperationStatus;
  failure: string | null;
  make_recurrent: boolean;
  scenario: Scenario | null;
  page: PageContent | null;
  page_token: string | null;
  /** Where the payer's browser wanted to return to when it opened the page. */
  return_to: string | null;
  interaction: UserInteraction | null;
  expires_at: Date | null;
  created_at: Date;
  decided_at: Date | null;
}

/** What is answered of an operation. */
export type AnsweredOperation = Pick<
  OperationRow,
  'operation_id' | 'kind' | 'status' | 'failure' | 'taken' | 'make_recurrent' | 'scenario' | 'interaction'
>;

/** An operation to be recorded. */
export interface NewOperation {
  operationID: string;
  kind: OperationKind;
  authorisationID?: string;
  requestHash: Buffer | null;
  amount?: bigint;
  /** What is taken where it is another amount. */
  taken?: bigint;
  currency?: string;
  status: OperationStatus;
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
  /** What happens to the money at once; nothing when missing. */
  effect?: bigint;
}
