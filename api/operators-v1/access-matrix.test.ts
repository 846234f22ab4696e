import { ROLES } from '../../domain/operators/operator/roles';
import { anOperator } from '../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';
import { OPERATORS_ACCESS } from '../../tests/harness/expected-access';
import { AUDIENCE, startOpenIdProvider, type OpenIdProvider } from '../../tests/harness/openid/provider';
import { OperationTable } from '../http/operations';
import { readSpecification } from '../http/specification';

/* Every operation × every role × key and token × a subject of one party, of another party, and an absent one. */

const { operations } = new OperationTable(readSpecification('operators'), '');

let api: TestApi;
let provider: OpenIdProvider;
let subjects: Record<string, string>[];
const bearers = new Map<string, string>();

beforeAll(async () => {
  provider = await startOpenIdProvider();
  const OIDC_ROLES = ROLES.map((role) => `${role}=${role}`);
  const given = { OIDC_AUDIENCE: AUDIENCE, OIDC_CLIENT_ID: 'x', OIDC_SCOPE: 'openid', OIDC_GROUPS_CLAIM: 'groups' };
  api = await startApi({ openId: { ...given, OIDC_ISSUER: provider.issuer, OIDC_ROLES } });
  for (const role of ROLES) {
    bearers.set(`${role} key`, (await anOperator(api.store.database, { name: role, roles: [role] })).secret);
    const claims = { email: `${role}@token.example`, email_verified: true, groups: [role] };
    bearers.set(`${role} token`, await provider.sign(`s-${role}`, claims));
  }
  subjects = await Promise.all(
    [api.own, api.foreign].map(async ({ partyID, shopID, merchant }) => ({
      partyID,
      invoiceID: (await anInvoice(merchant, shopID)).id,
    })),
  );
  subjects.push({ partyID: 'none', invoiceID: 'none' });
});

afterAll(async () => {
  await api?.stop();
  await provider?.stop();
});

function buildPath(path: string, subject: Record<string, string>): string {
  const known: Record<string, string> = { ...subject, subject: 'invoice', subjectID: subject['invoiceID'] ?? '' };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'none');
}

async function statusOf(method: string, path: string, bearer: string | undefined): Promise<number> {
  const headers = { Authorization: `Bearer ${bearer}`, 'X-Request-ID': 'matrix', 'Content-Type': 'application/json' };
  // An empty body is refused after the check of the role, so an allowed change changes nothing.
  const body = method === 'get' || method === 'delete' ? {} : { body: '[]' };
  const answer = await fetch(`${api.url}/operators/v1${path}`, { method: method.toUpperCase(), headers, ...body });
  await answer.text();
  return answer.status;
}

test.each(ROLES)('%s may call its operations only, whatever the subject, with a key and with a token', async (role) => {
  const callers = ['key', 'token'].flatMap((kind) => subjects.map((subject) => ({ kind, subject })));
  for (const { operationID, method, path } of operations) {
    const kinds = OPERATORS_ACCESS[operationID] ?? [];
    const isAllowed = kinds.includes(`operator:${role}`) || kinds.includes('anyone');
    // At the same time: without Temporal some operations answer after a timeout of seconds.
    const found = await Promise.all(
      callers.map(async ({ kind, subject }) => {
        const status = await statusOf(method, buildPath(path, subject), bearers.get(`${role} ${kind}`));
        return [operationID, kind, subject['partyID'], status !== 403];
      }),
    );
    expect(found).toEqual(callers.map(({ kind, subject }) => [operationID, kind, subject['partyID'], isAllowed]));
  }
});
