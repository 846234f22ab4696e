import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../app/reference/openapi';
import { buildReference, type OperationModel } from '../../app/reference/reference';
import { externalIDOf, getYields } from '../../app/reference/samples/chain';
import { sampleRequest } from '../../app/reference/samples/request-samples';
import { variablesIn } from '../../app/reference/samples/variables';
import { siteConfig, type ApiSpecification } from '../../site.config';

const specs = join(__dirname, '../../../specs');

/** Operations that run last, in this order; each is followed by those that it makes possible. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  payments: ['capturePayment', 'createRefund', 'fulfillInvoice'],
  wallets: [],
};

/** Operations that end or suspend an entity, or use another payment, so no sample may follow them. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  payments: [
    ...['createInvoiceWithTemplate', 'getChargebacks', 'getChargebackByID', 'addChargebackEvidence'],
    ...['getChargebackEvidence', 'getChargebackEvidenceContent', 'deleteChargebackEvidence'],
    'sendChargebackEvidence',
    ...[
      'cancelPayment',
      'rescindInvoice',
      'deleteCustomer',
      'deleteInvoiceTemplate',
      'deleteWebhookByID',
      'revokeApiKey',
    ],
    ...['suspendShop', 'activateShop', 'suspendShopForParty', 'activateShopForParty'],
    ...['suspendMyParty', 'activateMyParty', 'suspendPartyByID', 'activatePartyByID'],
  ],
  wallets: ['deleteWebhookByID'],
};

export interface ReferencePlan {
  title: string;
  operations: readonly OperationModel[];
  /** Idempotent samples, which can also run in other languages. */
  repeatable: readonly OperationModel[];
  endings: readonly OperationModel[];
}

export function referencePlans(given: readonly string[]): ReferencePlan[] {
  const called: ApiSpecification[] = siteConfig.specifications.filter(({ direction }) => direction === 'incoming');
  return called.map((specification) => {
    const { operations } = buildReference(specification, getDocuments(specification));
    const [later, endings] = [LATER[specification.route] ?? [], ENDINGS[specification.route] ?? []];
    const planned = orderByNeeds({ operations, later, endings, given });
    return {
      title: specification.title,
      operations: planned,
      repeatable: planned.filter(({ method }) => method === 'get'),
      endings: endings.map((id) => findById(operations, id)),
    };
  });
}

function getDocuments({ source, includes = [] }: ApiSpecification): OpenApiDocument[] {
  return [source, ...includes].map((name) => JSON.parse(readFileSync(join(specs, name), 'utf8')) as OpenApiDocument);
}

interface Planning {
  operations: readonly OperationModel[];
  later: readonly string[];
  endings: readonly string[];
  given: readonly string[];
}

/** Takes operations in reference order, repeating while new ones become possible. */
function orderByNeeds({ operations, later, endings, given }: Planning): OperationModel[] {
  const known = new Set(given);
  const planned: OperationModel[] = [];
  const take = (operation: OperationModel): void => {
    planned.push(operation);
    for (const one of getGivenNames(operation)) known.add(one);
  };
  const takePossible = (): void => {
    for (;;) {
      const next = operations.find(
        (one) =>
          !planned.includes(one) &&
          !later.includes(one.id) &&
          !endings.includes(one.id) &&
          getNeededNames(one).every((name) => known.has(name)),
      );
      if (!next) return;
      take(next);
    }
  };
  takePossible();
  for (const id of later) {
    take(findById(operations, id));
    takePossible();
  }
  const left = operations.filter(({ id }) => !endings.includes(id)).filter((one) => !planned.includes(one));
  const missing = left.map(
    (one) =>
      `${one.id} needs ${getNeededNames(one)
        .filter((name) => !known.has(name))
        .join(', ')}`,
  );
  if (missing.length > 0) throw new Error(`no sample gives what these need:\n${missing.join('\n')}`);
  return planned;
}

function getNeededNames(operation: OperationModel): string[] {
  const { method, parameters, id } = operation;
  const isLookup = method === 'get' && parameters.some(({ name }) => name === 'externalID');
  return [
    ...variablesIn(sampleRequest(operation)),
    ...(isLookup ? [externalIDOf(id) ?? ''].filter(isRequired(operation)) : []),
  ];
}

/** Lists may be filtered by the id but do not require it. */
const isRequired = (operation: OperationModel) => (): boolean =>
  operation.parameters.some(({ name, required }) => name === 'externalID' && required);

function getGivenNames({ id, method }: OperationModel): string[] {
  return [...getYields(id), ...(method === 'post' ? [externalIDOf(id) ?? ''] : [])];
}

function findById(operations: readonly OperationModel[], id: string): OperationModel {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`the reference has no ${id}`);
  return found;
}
