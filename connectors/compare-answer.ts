import { isPlausibleFee, type ContradictedAnswer } from '../domain/operators/reconciliation/answer-difference';
import type { AnswerDifference, AnswerFact } from '../domain/operators/reconciliation/answer-fact';
import type { OperationKind } from '../domain/operators/reconciliation/operation';
import type { AuthorisationReference, Connector, OperationLookUp } from './connector';
import type { AnswerStatement, ExpectedAmount, Stated } from './stated';

type Answer = { kind: string; connectorReference?: string; amountMinor?: bigint; feeMinor?: bigint; stated?: Stated };

/** A request of any kind, with what it says of the expected answer. */
export type ComparedRequest = OperationLookUp & {
  kind?: OperationKind;
  authorisation?: AuthorisationReference;
  amount?: bigint;
  currency?: string;
  expected?: ExpectedAmount;
};

type Facts = Partial<Record<AnswerFact, string | bigint | boolean | null | undefined>>;

interface Compared {
  method: keyof Connector;
  request: ComparedRequest;
  states: AnswerStatement;
}

const NO_STATEMENT: ReadonlySet<string> = new Set(['unknown', 'notFound']);
const LOOK_UPS: ReadonlySet<keyof Connector> = new Set(['lookUp', 'lookUpPayOut'] as const);
/** Approved with the operation id of any request, so that only the authorisation is compared. */
const BY_ANY_ID: ReadonlySet<OperationKind> = new Set(['capture', 'void'] as const);

/** Compares an answer with its request; undefined if it says what was asked for. */
export function compareAnswer<Given extends Answer>(
  compared: Compared,
  answer: Given,
): { answer: Given; contradicted?: ContradictedAnswer; isRefused: boolean } {
  if (NO_STATEMENT.has(answer.kind)) return { answer, isRefused: false };
  const { request } = compared;
  const differences = findDifferences(compared, answer);
  const expected = expectedOf(request);
  const amount = answer.stated?.amount ?? answer.amountMinor;
  const fee = differences.length === 0 ? findFee(answer, expected?.amount ?? amount) : undefined;
  const { feeMinor: _, ...withoutFee } = answer;
  const passed = fee ? (withoutFee as Given) : withAmount(answer);
  if (differences.length === 0 && !fee) return { answer: passed, isRefused: false };
  const contradicted: ContradictedAnswer = {
    operationID: request.operationID,
    operationKind: kindOf(compared),
    differences: fee ? [fee] : differences,
    requestedMinor: expected?.amount ?? null,
    answeredMinor: amount ?? null,
    currency: expected?.currency ?? null,
    ...(answer.connectorReference !== undefined && { connectorReference: answer.connectorReference }),
  };
  return { answer: passed, contradicted, isRefused: differences.length > 0 };
}

function findDifferences(compared: Compared, answer: Answer): AnswerDifference[] {
  const { connectorReference: reference, stated = {} } = answer;
  const answered: Facts = { ...stated, reference };
  const required = answer.kind === 'approved' ? (compared.states.facts[kindOf(compared)] ?? []) : [];
  return Object.entries(expectedFacts(compared, answer)).flatMap(([name, requested]) => {
    const fact = name as AnswerFact;
    const value = answered[fact];
    if (requested === undefined || (value === undefined && !required.includes(fact))) return [];
    if (String(value) === String(requested)) return [];
    return [{ fact, requested: String(requested), ...(value !== undefined && { answered: String(value) }) }];
  });
}

/** What the answer to a request must state, if it states it. */
function expectedFacts(compared: Compared, answer: Answer): Facts {
  const { request, states, method } = compared;
  const kind = kindOf(compared);
  const { authorisation, operationID, connectorReference } = request;
  const isDeclined = answer.kind === 'declined';
  const { amount, currency = request.currency, mayDiffer = false } = expectedOf(request) ?? {};
  const isLookUp = LOOK_UPS.has(method);
  // An operation that is looked up may have been followed by another.
  const isHeld = kind === 'authorise' && !isLookUp && !isDeclined;
  return {
    operation: BY_ANY_ID.has(kind) ? undefined : operationID,
    authorisation: authorisation?.operationID,
    authorisationReference: authorisation?.connectorReference,
    reference: states.facts[kind]?.includes('reference') ? connectorReference : undefined,
    amount: mayDiffer || isDeclined ? undefined : amount,
    currency: isDeclined ? undefined : currency,
    state: isHeld ? 'held' : undefined,
    isTest: states.isTest,
    account: kind === 'payOut' ? states.payOutAccount : states.account,
  };
}

function expectedOf({ expected, amount, currency }: ComparedRequest): ExpectedAmount | undefined {
  return expected ?? (amount !== undefined && currency !== undefined ? { amount, currency } : undefined);
}

function kindOf({ method, request }: Pick<Compared, 'method' | 'request'>): OperationKind {
  if (method === 'lookUp') return request.kind ?? 'authorise';
  return method === 'lookUpPayOut' ? 'payOut' : (method as OperationKind);
}

function findFee({ feeMinor }: Answer, amount: bigint | null | undefined): AnswerDifference | undefined {
  if (feeMinor === undefined || typeof amount !== 'bigint' || isPlausibleFee(feeMinor, amount)) return undefined;
  return { fact: 'fee', requested: String(amount), answered: String(feeMinor) };
}

/** An approval has the stated amount, which payers may have decided. */
function withAmount<Given extends Answer>(answer: Given): Given {
  const { stated, amountMinor } = answer;
  if (answer.kind !== 'approved' || amountMinor !== undefined || typeof stated?.amount !== 'bigint') return answer;
  return { ...answer, amountMinor: stated.amount };
}
