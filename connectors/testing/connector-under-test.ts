import type { ContradictedAnswer } from '../../domain/operators/reconciliation/answer-difference';
import type { AnswerFact } from '../../domain/operators/reconciliation/answer-fact';
import type { DisputeNotice } from '../../domain/payments/dispute/dispute';
import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';
import { comparing } from '../comparing-connector';
import { approved } from './conformance-checks';
import type { LocalCards } from './local-cards';
import type { Lie } from './losing-proxy';
import type { Meanness } from './meanness';
import type { WebhooksUnderTest } from './mean-webhooks';
import type {
  AuthorisationReference,
  AuthoriseRequest,
  Connector,
  DisputeConnector,
  ListingConnector,
  PaymentConnector,
  PayOutConnector,
  PayOutDestination,
  PayOutRequest,
} from '../connector';

/** The effects of an authorisation on the other side, in minor units. */
export interface Effects {
  authorised: bigint;
  captured: bigint;
  refunded: bigint;
  voided: bigint;
}

/** A connector and controls of its other side. */
export interface ConnectorUnderTest {
  connector: PaymentConnector & Partial<ListingConnector & DisputeConnector>;
  /** The same connector at another address. */
  connectorAt(url: string): PaymentConnector & Partial<ListingConnector & DisputeConnector>;
  currency: string;
  approvedTool: ConnectorTool;
  declinedTool: ConnectorTool;
  interactionTool: ConnectorTool;
  /** False for a connector without cards and tokens: payers enter cards at the acquirer. Default: true. */
  takesCards?: boolean;
  /** False for a connector that takes cards and stores none. Default: as `takesCards`. */
  storesCards?: boolean;
  /** Whether a void ends a pending interaction; otherwise it is repeated until the payer has decided. Default: true. */
  endsInteractions?: boolean;
  /** Lets the other side execute an operation and lose its response. */
  loseAnswer<Outcome>(send: () => Promise<Outcome>): Promise<Outcome>;
  /** Completes the interaction of an authorisation as the payer. */
  finishInteraction(authorisation: AuthorisationReference): Promise<void>;
  /** Reads the effects of an authorisation; zeros if it is unknown. */
  readEffects(authorisation: AuthorisationReference): Promise<Effects>;
  /** Optional: payouts, and payouts and refunds that are pending. */
  deferring?: DeferringUnderTest;
  /** Optional: disputes stated by callbacks. */
  disputing?: DisputingUnderTest;
  /** Absent for an acquirer's own environment. */
  lying?: LyingUnderTest;
  stop(): Promise<void>;
}

/** How the answers of an other side look if they are about something else. */
export interface LyingUnderTest {
  /** The address that `connectorAt` takes. */
  url: string;
  lies: Partial<Record<AnswerFact, Lie>>;
  /** Last parts of paths that read by POST. */
  reads?: readonly string[];
  /** Lets webhooks lie, for a connector whose look-ups read them. */
  stateOtherwise?(lie: Lie | undefined): void;
  /** Lets webhooks come by a seed, beside those of other accounts. */
  postBy?(meanness: Meanness | undefined): void;
  /** Delivers a webhook. */
  deliver?(webhook: Buffer): Promise<void>;
  /** Webhooks that only trigger look-ups. */
  webhooks?: WebhooksUnderTest;
}

/** Controls of an other side that states disputes. */
export interface DisputingUnderTest {
  /** Lets the other side send a callback about the only dispute of an authorisation. */
  state(authorisation: AuthorisationReference, event: 'opened' | 'won'): Promise<DisputeNotice>;
  /** What the other side has of an answer, if the connector answers disputes. */
  readAnswers?: (disputeReference: string) => { submissions: number; documents: Buffer[]; isAccepted: boolean };
}

/** The result that an operation has once it is no longer pending. */
export type LaterResult = 'approved' | 'declined';

/** A connector that pays out and whose payouts and refunds may be pending, with controls of its other side. */
export interface DeferringUnderTest {
  connector: PaymentConnector & PayOutConnector;
  /** The address that payouts are sent to, and the same connector at another one. */
  url: string;
  connectorAt(url: string): PaymentConnector & PayOutConnector;
  destination: PayOutDestination;
  /** Lets the other side accept a payout or refund, which is pending until `decide`. */
  defer<Outcome>(operationID: string, result: LaterResult, send: () => Promise<Outcome>): Promise<Outcome>;
  decide(operationID: string): Promise<void>;
  /** How often the other side has paid out. */
  countPayOuts(operationID: string): Promise<number>;
  /** Lets a payout come back. Absent if the connector never says so. */
  returnPayOut?(operationID: string): Promise<void>;
}

export const UNREACHABLE = 'http://127.0.0.1:9';
export const TIMEOUT_MS = 5_000;
export const AMOUNT = 100_000n;
export const NOTHING: Effects = { authorised: 0n, captured: 0n, refunded: 0n, voided: 0n };

let operations = 0;
let run = '';

/** Names the operations of a run, so that an acquirer does not know them from an earlier one. */
export function beginRun(name: string): void {
  [run, operations] = [name, 0];
}

/** The connector under test with helpers that create operations. */
export class Conformance {
  given!: ConnectorUnderTest;
  /** Answers that contradicted their requests. */
  contradicted: ContradictedAnswer[] = [];

  get storesCards(): boolean {
    const { takesCards = true, storesCards = takesCards } = this.given;
    return storesCards;
  }

  /** Gives placeholders of cards to all connectors and compares their answers, as the platform does. */
  wrap(given: ConnectorUnderTest, cards: LocalCards): ConnectorUnderTest {
    const report = async (contradicted: ContradictedAnswer) => void this.contradicted.push(contradicted);
    const wrap = <Wrapped extends Partial<Connector>>(connector: Wrapped) => comparing(cards.around(connector), report);
    const { deferring } = given;
    return {
      ...given,
      connector: wrap(given.connector),
      connectorAt: (url) => wrap(given.connectorAt(url)),
      ...(deferring && {
        deferring: {
          ...deferring,
          connector: wrap(deferring.connector),
          connectorAt: (url) => wrap(deferring.connectorAt(url)),
        },
      }),
    };
  }

  authorise(change: Partial<AuthoriseRequest> = {}): AuthoriseRequest {
    return {
      operationID: anOperation('authorise'),
      timeoutMs: TIMEOUT_MS,
      paymentTool: this.given.approvedTool,
      amount: AMOUNT,
      currency: this.given.currency,
      makeRecurrent: false,
      callbackUrl: 'http://127.0.0.1:9/callbacks/conformance',
      merchantName: 'Shop',
      description: 'Order 1',
      payer: { email: 'payer@example.com' },
      ...change,
    };
  }

  async held(change: Partial<AuthoriseRequest> = {}): Promise<AuthorisationReference> {
    const request = this.authorise(change);
    const outcome = approved(await this.given.connector.authorise(request));
    return { kind: 'authorise', operationID: request.operationID, connectorReference: outcome.connectorReference };
  }

  follow(authorisation: AuthorisationReference, step: string, amount = AMOUNT) {
    return {
      operationID: authorisation.operationID.replace(/[^/]+$/, step),
      timeoutMs: TIMEOUT_MS,
      authorisation,
      amount,
      currency: this.given.currency,
    };
  }

  payOut(): PayOutRequest {
    const { deferring, currency } = this.given;
    if (!deferring) throw new Error('the connector does not pay out');
    return {
      operationID: `withdrawal/CONFORMANCE${run}${(operations += 1)}/payOut`,
      timeoutMs: TIMEOUT_MS,
      amount: AMOUNT,
      askedAmount: AMOUNT,
      currency,
      destination: deferring.destination,
      description: 'Payout',
      callbackUrl: 'http://127.0.0.1:9/callbacks/conformance',
    };
  }

  async captured(amount = AMOUNT): Promise<AuthorisationReference> {
    const authorisation = await this.held();
    approved(await this.given.connector.capture(this.follow(authorisation, 'capture', amount)));
    return authorisation;
  }
}

export function anOperation(step: string): string {
  operations += 1;
  return `payment/CONFORMANCE${run}${operations}.1/${step}`;
}
