import type { LookupFunction } from 'node:net';
import type { z } from 'zod';
import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { DisputeConnector, DisputeDocument, DisputeOutcome, DisputeRequest, Unknown } from '../connector';
import { AcquirerRefusal } from '../acquirer-http';
import type { Deadline } from '../deadline';
import { readOutcome } from '../run-operation';
import { AdyenClient, adyenRefusal } from './adyen-client';
import { ownNotice, type OwnEvent } from './adyen-notices';
import { defenseReasonsSchema, disputeResultSchema, type DefenseReason, type DisputeResult } from './adyen-objects';
import { toReference } from './payment-method';

export interface AdyenAnswerOptions {
  apiKey: string;
  merchantAccount: string;
  /** The address of the Disputes API with its version. */
  url: string;
  lookup?: LookupFunction | undefined;
  book: NoticeBook;
}

/** The files that Adyen takes as defense documents: no PNG. */
const FORMATS: Partial<Record<DisputeDocument['format'], { contentType: string; maxBytes: number }>> = {
  pdf: { contentType: 'application/pdf', maxBytes: 2_000_000 },
  jpg: { contentType: 'image/jpeg', maxBytes: 10_000_000 },
};

/** The order in which documents get their types. `AlternativeRequired` is a document of any kind. */
const LEVELS = ['AlternativeRequired', 'Required', 'OneOrMore', 'Optional'];

const DONE = { kind: 'done' } as const;

/** Gives an answer. @returns why it is refused; undefined if Adyen has it */
type Give = (known: KnownSteps, deadline: Deadline) => Promise<string | undefined>;

/** Answers to disputes (Disputes API version 30). */
export function answerDisputes(options: AdyenAnswerOptions): DisputeConnector {
  const { contestDispute, acceptDispute } = new AdyenDisputeAnswers(options);
  return { contestDispute, acceptDispute };
}

/**
 * The API has neither idempotency keys nor a look-up: each step is kept as a statement of our own, and a step whose answer was
 * lost is repeated.
 */
class AdyenDisputeAnswers implements DisputeConnector {
  private readonly client: AdyenClient;

  constructor(private readonly options: AdyenAnswerOptions) {
    this.client = new AdyenClient(options);
  }

  readonly contestDispute: DisputeConnector['contestDispute'] = (request) =>
    this.answer(request, async (known, deadline) => {
      if (request.documents.some(({ format }) => !FORMATS[format])) return 'documentFormat';
      const listing = { path: '/retrieveApplicableDefenseReasons', request };
      const { defenseReasons = [] } = await this.call(listing, defenseReasonsSchema, deadline);
      if (defenseReasons.length === 0) return 'notDefendable';
      const defense = chooseDefense(defenseReasons, request.documents.length, known.reasonCode);
      if (!defense) return 'documentCount';
      const { reasonCode, types } = defense;
      if (known.reasonCode !== reasonCode || !types.every(({ available }) => available)) {
        const defenseDocuments = await readDocuments(request.documents, types);
        if (!defenseDocuments) return 'documentSize';
        await this.note(request, 'supplying', { reasonCode });
        const supplied = { path: '/supplyDefenseDocument', request, body: { defenseDocuments } };
        await this.call(supplied, disputeResultSchema, deadline);
      }
      await this.note(request, 'answering');
      const defended = { path: '/defendDispute', request, body: { defenseReasonCode: reasonCode } };
      await this.call(defended, disputeResultSchema, deadline);
      return undefined;
    });

  readonly acceptDispute: DisputeConnector['acceptDispute'] = (request) =>
    this.answer(request, async (_known, deadline) => {
      await this.note(request, 'answering');
      await this.call({ path: '/acceptDispute', request }, disputeResultSchema, deadline);
      return undefined;
    });

  /** A refusal after a lost answer does not tell whether Adyen took that one. */
  private async answer(request: DisputeRequest, give: Give): Promise<DisputeOutcome> {
    return readOutcome(request, async (deadline): Promise<DisputeOutcome | Unknown> => {
      const known = await this.readSteps(request);
      if (known.has('answered')) return DONE;
      const code = await give(known, deadline).catch(toRefusalCode);
      if (code !== undefined)
        return { kind: 'refused', code: known.has('answering') ? `answerUncertain:${code}` : code };
      await this.note(request, 'answered');
      return DONE;
    });
  }

  private async readSteps({ operationID }: DisputeRequest): Promise<KnownSteps> {
    const notices = await this.options.book.find({ reference: toReference(operationID) });
    const find = (step: OwnEvent) => notices.find(({ event }) => event === step);
    return { has: (step) => find(step) !== undefined, reasonCode: find('supplying')?.details['reasonCode'] };
  }

  private note({ operationID, disputeReference }: DisputeRequest, step: OwnEvent, details = {}): Promise<void> {
    const reference = toReference(operationID);
    return this.options.book.record([ownNotice(step, { reference, connectorReference: disputeReference, details })]);
  }

  /** @throws AcquirerRefusal also for an answer of status 200 without success */
  private async call<Answer extends DisputeResult>(
    { path, request, body }: DisputeCall,
    schema: z.ZodType<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    const { merchantAccount: merchantAccountCode } = this.options;
    const sent = { merchantAccountCode, disputePspReference: request.disputeReference, ...body };
    const answer = await this.client.call({ method: 'POST', path, body: sent }, schema, deadline);
    const { success, errorMessage } = answer.disputeServiceResult;
    if (!success) throw adyenRefusal(200, errorMessage);
    return answer;
  }
}

interface DisputeCall {
  path: string;
  request: DisputeRequest;
  body?: object;
}

interface KnownSteps {
  has: (step: OwnEvent) => boolean;
  /** The reason for which documents were sent. */
  reasonCode: string | undefined;
}

function toRefusalCode(error: unknown): string {
  if (error instanceof AcquirerRefusal) return error.refused.code;
  throw error;
}

type DocumentType = NonNullable<DefenseReason['defenseDocumentTypes']>[number];

interface Defense {
  reasonCode: string;
  /** One for each document. */
  types: readonly DocumentType[];
}

/**
 * Our documents have no type, so the reason follows from their number: that of an earlier attempt, else one that takes a
 * document of any kind, else the first in Adyen's order whose types they cover. Documents get the types in the order of `LEVELS`.
 */
function chooseDefense(reasons: readonly DefenseReason[], count: number, earlier?: string): Defense | undefined {
  const fitting = reasons.flatMap(({ defenseReasonCode: reasonCode, defenseDocumentTypes = [] }) => {
    const ofLevel = (level: string) =>
      defenseDocumentTypes.filter(({ requirementLevel }) => requirementLevel === level);
    const [alternative = [], required = [], some = []] = LEVELS.map(ofLevel);
    const types = LEVELS.flatMap(ofLevel);
    const takesAny = alternative.length > 0;
    const needed = takesAny ? 1 : required.length + Math.min(some.length, 1);
    return needed <= count && count <= types.length ? [{ reasonCode, takesAny, types: types.slice(0, count) }] : [];
  });
  return (
    fitting.find(({ reasonCode }) => reasonCode === earlier) ?? fitting.find(({ takesAny }) => takesAny) ?? fitting[0]
  );
}

/** Undefined if one is too large. */
async function readDocuments(
  documents: readonly DisputeDocument[],
  types: readonly DocumentType[],
): Promise<object[] | undefined> {
  const read: object[] = [];
  for (const [index, document] of documents.entries()) {
    const { contentType, maxBytes = 0 } = FORMATS[document.format] ?? {};
    const content = await document.read();
    if (content.length > maxBytes) return undefined;
    const { defenseDocumentTypeCode } = types[index] ?? {};
    read.push({ defenseDocumentTypeCode, contentType, content: content.toString('base64') });
  }
  return read;
}
