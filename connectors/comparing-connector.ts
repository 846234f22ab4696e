import type { UserInteraction } from '../domain/payments/payment/user-interaction';
import { isPlausibleFee, type ContradictedAnswer } from '../domain/operators/reconciliation/answer-difference';
import type { AnswerDifference } from '../domain/operators/reconciliation/answer-fact';
import type { ListedOperation } from '../domain/operators/reconciliation/operation';
import { isWebAddress } from '../domain/delivery/web-address/web-address';
import { compareAnswer, type ComparedRequest } from './compare-answer';
import {
  ConnectorUnavailable,
  type Connector,
  type Contradicted,
  type ListRequest,
  type OperationPage,
  type Unknown,
} from './connector';
import type { AnswerStatement } from './stated';

/** Receives each answer that contradicts its request, before the answer is used. */
export type ReportContradiction = (contradicted: ContradictedAnswer) => Promise<void>;

const COMPARED: ReadonlySet<keyof Connector> = new Set([
  ...(['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const),
  ...(['lookUp', 'lookUpPayOut'] as const),
]);

type Method = (request: ComparedRequest) => Promise<{ kind: string; interaction?: UserInteraction }>;

/**
 * A connector whose answers are compared with what was asked. An answer about another operation, amount, currency, account or
 * realm is `contradicted`; an implausible fee is left out. Each is reported.
 */
export function comparing<Given extends Partial<Connector>>(connector: Given, report: ReportContradiction): Given {
  const { states } = connector;
  if (!states) return connector;
  return new Proxy(connector, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      if (property === 'listOperations') {
        return async (request: ListRequest) =>
          comparePage(states, await (method as ListMethod).call(target, request), report);
      }
      if (!COMPARED.has(property as keyof Connector)) return method.bind(target) as unknown;
      return async (request: ComparedRequest) => {
        const given = await (method as Method).call(target, request);
        if (sendsElsewhere(given)) return withoutAnswer(property as keyof Connector);
        const compared = { method: property as keyof Connector, request, states };
        const { answer, contradicted, isRefused } = compareAnswer(compared, given);
        if (contradicted) await report(contradicted);
        if (!contradicted || !isRefused) return answer;
        return { kind: 'contradicted', differences: contradicted.differences } satisfies Contradicted;
      };
    },
  });
}

/** The payer's browser would execute an address that is not http(s) in our page. */
function sendsElsewhere({ kind, interaction }: { kind: string; interaction?: UserInteraction }): boolean {
  if (kind !== 'interactionRequired' || interaction?.interactionType !== 'Redirect') return false;
  return !isWebAddress(interaction.request.uriTemplate);
}

/** The acquirer has the operation, so no other one is tried: it is looked up until it ends otherwise, and voided. */
function withoutAnswer(method: keyof Connector): Unknown {
  if (method !== 'lookUp') return { kind: 'unknown' };
  throw new ConnectorUnavailable('the payer would be sent to an address that is not http(s)');
}

type ListMethod = (request: ListRequest) => Promise<OperationPage>;

async function comparePage(
  states: AnswerStatement,
  page: OperationPage,
  report: ReportContradiction,
): Promise<OperationPage> {
  const operations: ListedOperation[] = [];
  for (const listed of page.operations) {
    const differences = findDifferences(states, listed);
    if (differences.length > 0) await report(toContradicted(listed, differences));
    const { feeMinor: _, ...withoutFee } = listed;
    operations.push(differences.some(({ fact }) => fact === 'fee') ? withoutFee : listed);
  }
  return { ...page, operations };
}

function findDifferences({ isTest, account }: AnswerStatement, listed: ListedOperation): AnswerDifference[] {
  const { feeMinor, amountMinor } = listed;
  const differences: AnswerDifference[] = [];
  if (listed.isTest !== undefined && listed.isTest !== isTest)
    differences.push({ fact: 'isTest', requested: String(isTest), answered: String(listed.isTest) });
  if (account !== undefined && listed.account !== undefined && listed.account !== account)
    differences.push({ fact: 'account', requested: account, answered: listed.account });
  if (feeMinor !== undefined && amountMinor !== null && !isPlausibleFee(feeMinor, amountMinor))
    differences.push({ fact: 'fee', requested: String(amountMinor), answered: String(feeMinor) });
  return differences;
}

function toContradicted(listed: ListedOperation, differences: readonly AnswerDifference[]): ContradictedAnswer {
  const { operationID, kind, amountMinor, currency, connectorReference } = listed;
  return {
    operationID,
    operationKind: kind,
    differences,
    requestedMinor: null,
    answeredMinor: amountMinor,
    currency,
    ...(connectorReference !== undefined && { connectorReference }),
  };
}
