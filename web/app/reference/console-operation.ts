import specifications from 'virtual:specifications';
import { siteConfig, type ApiSpecification } from '../../site.config';
import type { ConsoleOperation } from '../../console/operation';
import { testCardRows } from '../../guides/test-cards';
import { href } from '../site/href';
import type { ApiReference, OperationModel } from './reference';
import { externalIDOf, getSources, getYields, NEXT_STEPS } from './samples/chain';
import { sampleBody, sampleParameter, sampleRequest } from './samples/request-samples';
import { variablesIn } from './samples/variables';

const TOKENS: Readonly<Record<string, string>> = {
  invoice: 'INVOICE_TOKEN',
  customer: 'CUSTOMER_TOKEN',
  invoiceTemplate: 'TEMPLATE_TOKEN',
};

const NEXT = 3;

export function consoleOperation(
  operation: OperationModel,
  { specification, operations }: Pick<ApiReference, 'specification' | 'operations'>,
): ConsoleOperation {
  const { id, method, path, needsKey, accessTokens, parameters, reader } = operation;
  const linkTo = (other: OperationModel) => ({ title: other.title, href: getLink(specification, other.id) });
  const body = sampleBody(operation);
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  const externalID = externalIDOf(id);
  const sources = variablesIn(sampleRequest(operation)).flatMap((name) => {
    const source = operations.find((one) => getSources(name).includes(one.id));
    return source ? [[name, linkTo(source)] as const] : [];
  });
  return {
    api: specification.route,
    id,
    baseUrl: specification.samplesBaseUrl ?? '',
    method: method.toUpperCase(),
    path,
    needsKey,
    hasRequestID: parameters.some(({ name }) => name.toLowerCase() === 'x-request-id'),
    tokens: accessTokens.flatMap((token) => TOKENS[token] ?? []),
    parameters: parameters
      .filter((one) => one.in !== 'header')
      .map((parameter) => ({
        name: parameter.name,
        in: parameter.in === 'path' ? 'path' : 'query',
        isRequired: parameter.required ?? false,
        values: (reader.resolve(parameter.schema ?? {}).schema.enum ?? []).map(String),
        sample: parameter.required ? sampleParameter(operation, parameter) : '',
      })),
    ...(text === undefined ? {} : { body: text }),
    ...(externalID === undefined ? {} : { externalID }),
    next: getNext(operation, operations).map(linkTo),
    sources: Object.fromEntries(sources),
    cards: text?.includes('"cardNumber"') ? testCards() : [],
    ...(siteConfig.console.hasDemo ? { demoKey: href('/console-demo/key') } : {}),
  };
}

/** Returns the usual next operations, else those that a response makes possible. */
function getNext({ id }: OperationModel, operations: readonly OperationModel[]): OperationModel[] {
  const usual = NEXT_STEPS[id];
  if (usual) return usual.flatMap((name) => operations.find((other) => other.id === name) ?? []);
  const given = getYields(id).filter((name) => !name.endsWith('_TOKEN') || name === 'PAYMENT_TOOL_TOKEN');
  const possible = operations.filter(
    (other) => other.id !== id && variablesIn(sampleRequest(other)).some((name) => given.includes(name)),
  );
  const made = possible.filter(({ method, path }) => method === 'post' && !path.endsWith('access-tokens'));
  const read = possible.filter(({ method }) => method === 'get');
  return [...read.slice(0, 1), ...made].slice(0, NEXT);
}

function testCards(): ConsoleOperation['cards'] {
  const rows = testCardRows(specifications['test-cards.json']);
  return rows.map(({ number, title, brand }) => ({
    number: number.replace(/\s/g, ''),
    title: `${number} – ${brand}: ${title.toLowerCase()}`,
  }));
}

function getLink({ route }: ApiSpecification, id: string): string {
  return href(`/api/${route}/${id}`);
}
