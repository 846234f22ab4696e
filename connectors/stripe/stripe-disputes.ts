import type Stripe from 'stripe';
import type { DisputeNotice, FoundDispute } from '../../domain/payments/dispute/dispute';
import type { Deadline } from '../deadline';
import { ConnectorUnavailable, type ContestRequest, type DisputeOutcome, type DisputeRequest } from '../connector';
import { fromStripeAmount } from './stripe-amount';
import { readOutcome } from './stripe-failure';
import { asOperation, getId, OPERATION } from './stripe-operations';

/** Metadata key of the answer to a dispute. */
const ANSWER = 'holdfast_answer';

const TYPES = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const;

type Meaning = Pick<DisputeNotice, 'event' | 'stage'> & Pick<FoundDispute, 'state'>;

/** How a dispute stands, and what an event about it states. `prevented` and inquiries took no money. */
const MEANINGS: Readonly<Record<Stripe.Dispute.Status, Meaning>> = {
  needs_response: { state: 'open', event: 'opened' },
  under_review: { state: 'answered', event: 'updated' },
  appeal_needs_response: { state: 'open', event: 'opened', stage: 'pre-arbitration' },
  appeal_under_review: { state: 'answered', event: 'updated', stage: 'pre-arbitration' },
  won: { state: 'won', event: 'won' },
  lost: { state: 'lost', event: 'lost' },
  prevented: { state: 'won', event: 'inquiry' },
  warning_needs_response: { state: 'open', event: 'inquiry' },
  warning_under_review: { state: 'answered', event: 'inquiry' },
  warning_closed: { state: 'won', event: 'inquiry' },
};

/** A status that is not described waits for the bank. */
const stateOf = ({ status }: Stripe.Dispute): FoundDispute['state'] =>
  (MEANINGS as Partial<typeof MEANINGS>)[status]?.state ?? 'answered';

/** Stripe's disputes of charges. */
export class StripeDisputes {
  constructor(private readonly stripe: Stripe) {}

  /**
   * Uploads the document and submits it, which Stripe takes once. Each call has a key of the answer, and the dispute names the
   * answer that it has, so that a repetition sends nothing twice. Stripe has one file of each kind, and a document of ours states none.
   */
  async contest(request: ContestRequest): Promise<DisputeOutcome> {
    return this.answer(request, async (dispute, deadline) => {
      if (isAnswered(dispute, request)) return { kind: 'done' };
      if (stateOf(dispute) !== 'open') return { kind: 'refused', code: dispute.status };
      const [document, ...others] = request.documents;
      if (!document || others.length > 0) return { kind: 'refused', code: 'oneDocument' };
      const { id, format, fileName } = document;
      const file = { data: await document.read(), name: fileName, type: TYPES[format] };
      const options = asOperation(request, deadline, id);
      const uploaded = await this.stripe.files.create({ purpose: 'dispute_evidence', file }, options);
      const metadata = { [ANSWER]: request.operationID };
      const evidence = { uncategorized_file: uploaded.id };
      const submission = { evidence, metadata, submit: true };
      await this.stripe.disputes.update(dispute.id, submission, asOperation(request, deadline));
      return { kind: 'done' };
    });
  }

  async accept(request: DisputeRequest): Promise<DisputeOutcome> {
    return this.answer(request, async (dispute, deadline) => {
      if (stateOf(dispute) === 'lost') return { kind: 'done' };
      if (stateOf(dispute) !== 'open') return { kind: 'refused', code: dispute.status };
      await this.stripe.disputes.close(dispute.id, {}, asOperation(request, deadline));
      return { kind: 'done' };
    });
  }

  async lookUp(request: DisputeRequest): Promise<FoundDispute> {
    const found = await readOutcome(request, async (deadline) => toFound(await this.retrieve(request, deadline)));
    if ('state' in found) return found;
    throw new ConnectorUnavailable('Stripe does not say how the dispute stands');
  }

  private async answer(
    request: DisputeRequest,
    give: (dispute: Stripe.Dispute, deadline: Deadline) => Promise<DisputeOutcome>,
  ): Promise<DisputeOutcome> {
    const outcome = await readOutcome(request, async (deadline) =>
      give(await this.retrieve(request, deadline), deadline),
    );
    return outcome.kind === 'declined' ? { kind: 'refused', code: outcome.failure.code } : outcome;
  }

  private retrieve({ disputeReference }: DisputeRequest, deadline: Deadline): Promise<Stripe.Dispute> {
    const options = { timeout: deadline.leftMs() };
    return this.stripe.disputes.retrieve(disputeReference, { expand: ['payment_intent'] }, options);
  }
}

function toFound(dispute: Stripe.Dispute): FoundDispute {
  const { payment_intent: intent, metadata, evidence_details: details } = dispute;
  const operationID = intent === null || typeof intent === 'string' ? undefined : intent?.metadata[OPERATION];
  const answerID = details.submission_count > 0 ? metadata[ANSWER] : undefined;
  return { state: stateOf(dispute), operationID, answerID };
}

function isAnswered({ metadata, evidence_details: details }: Stripe.Dispute, { operationID }: DisputeRequest): boolean {
  return metadata[ANSWER] === operationID && details.submission_count > 0;
}

/** Reads an event about a dispute. It names the payment by Stripe's reference: a look-up finds our operation. */
export function readDispute({ id, type, created, data }: Stripe.Event): DisputeNotice | undefined {
  if (!type.startsWith('charge.dispute.')) return undefined;
  const dispute = data.object as Stripe.Dispute;
  const operationID = getId(dispute.payment_intent ?? null);
  if (operationID === undefined) return undefined;
  const known: Meaning | undefined = MEANINGS[dispute.status];
  if (!known) return undefined;
  const { state: _, ...meaning } = known;
  const currency = dispute.currency.toUpperCase();
  const dueBy = dispute.evidence_details.due_by;
  const feeMinor = dispute.balance_transactions
    .filter((each) => each.currency === dispute.currency)
    .reduce((sum, { fee }) => sum + fromStripeAmount(fee, currency), 0n);
  return {
    ...{ id, disputeReference: dispute.id, operationID, currency, reasonCode: dispute.reason },
    ...meaning,
    amountMinor: fromStripeAmount(dispute.amount, currency),
    ...(feeMinor > 0n && { levyMinor: feeMinor }),
    ...(dueBy && { answerDueAt: new Date(dueBy * 1_000) }),
    statedAt: new Date(created * 1_000),
  };
}
