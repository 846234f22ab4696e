import { createHmac } from 'node:crypto';
import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import { TEST_CARDS, type TestCard } from '../../sandbox/test-cards';
import { describeConnector, type ConnectorUnderTest, type Effects } from '../conformance';
import type { AuthorisationReference } from '../connector';
import { createSandboxCallbacks } from './sandbox-callbacks';
import { createSandboxConnector, type SandboxConnector } from './sandbox.connector';

const callbackSecret = 'secret of callbacks';

describeConnector('sandbox', () => aSandboxUnderTest((connector) => connector));

// Listing is optional.
describeConnector('sandbox without a list', () =>
  aSandboxUnderTest((connector) => ({ ...connector, listOperations: undefined })),
);

async function aSandboxUnderTest(
  as: (connector: SandboxConnector) => ConnectorUnderTest['connector'],
): Promise<ConnectorUnderTest> {
  const sandbox = await aSandbox();
  const opened: SandboxConnector[] = [];
  const open = (url: string) => {
    const connector = createSandboxConnector({ url, secret: TEST_SECRET });
    opened.push(connector);
    return connector;
  };
  const connectorAt = (url: string) => as(open(url));
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const endDeferral = async (operationID: string, then: 'decide' | 'return') => {
    const { ok } = await ask('POST', `/deferrals/${encodeURIComponent(operationID)}`, { then });
    if (!ok) throw new Error(`${operationID} is not deferred`);
  };
  return {
    deferring: {
      ...{ connector: open(sandbox.url), url: sandbox.url, connectorAt: open },
      destination: { type: 'BankCardDestinationResource', cardNumber: aCard('success').cardNumber },
      defer: async (operationID, result, send) => {
        const failure = operationID.startsWith('withdrawal/') ? 'RejectedByIssuer' : 'authorization_failed:unknown';
        const behaviour = { type: 'defer', pendingMs: 3_600_000, ...(result === 'declined' && { failure }) };
        const match = { operationIDPrefix: operationID };
        await ask('POST', '/behaviours', { match, behaviour, times: 1 });
        return send();
      },
      decide: (operationID) => endDeferral(operationID, 'decide'),
      returnPayOut: (operationID) => endDeferral(operationID, 'return'),
      countPayOuts: async (operationID) => {
        const found = await ask('GET', `/operations/${encodeURIComponent(operationID)}`);
        return ((await found.json()) as { effects: number }).effects;
      },
    },
    lying: {
      url: sandbox.url,
      webhooks: {
        write: ({ operationID }) => Buffer.from(JSON.stringify({ operationID })),
        read: (body, sender) => {
          const secret = sender === 'own' ? callbackSecret : 'another';
          const signature = createHmac('sha256', secret).update(body).digest('hex');
          return createSandboxCallbacks(callbackSecret).read({ body, header: () => signature });
        },
      },
      lies: {
        operation: (answer) => 'operationID' in answer && (answer['operationID'] = 'payment/ANOTHER.1/authorise'),
        authorisation: (answer) => (answer['authorisationID'] = 'payment/ANOTHER.1/authorise'),
        reference: (answer) => (answer['connectorReference'] = 'SBXANOTHER'),
        amount: (answer) => Object.assign(answer, { amount: 100, captured: 100 }),
        currency: (answer) => (answer['currency'] = 'USD'),
        state: (answer) => (answer['captured'] = answer['amount']),
        isTest: (answer) => (answer['test'] = false),
      },
    },
    connector: connectorAt(sandbox.url),
    connectorAt,
    currency: 'RUB',
    approvedTool: aCard('success'),
    declinedTool: aCard('insufficientFunds'),
    interactionTool: aCard('threeDSecureSuccess'),
    loseAnswer: async (send) => {
      await ask('POST', '/behaviours', { behaviour: { type: 'dropAfter' }, times: 1 });
      return send();
    },
    finishInteraction: async ({ operationID }) => {
      const path = `/interactions/${encodeURIComponent(operationID)}`;
      const { ok } = await ask('POST', path, { decision: 'confirm' });
      if (!ok) throw new Error(`there is no interaction of ${operationID}`);
    },
    readEffects: async ({ operationID }: AuthorisationReference): Promise<Effects> => {
      const found = await ask('GET', `/payments/${encodeURIComponent(operationID)}`);
      const sums = (found.ok ? await found.json() : {}) as Partial<Record<keyof Effects, number>>;
      const { authorised = 0, captured = 0, refunded = 0, voided = 0 } = sums;
      return {
        authorised: BigInt(authorised),
        captured: BigInt(captured),
        refunded: BigInt(refunded),
        voided: BigInt(voided),
      };
    },
    stop: async () => {
      await Promise.all(opened.map((connector) => connector.close()));
      await sandbox.stop();
    },
  };
}

function aCard(kind: TestCard['kind']): { type: 'card'; cardNumber: string; expDate: string; cvv: string } {
  const card = TEST_CARDS.find((row) => row.kind === kind);
  if (!card) throw new Error(`no test card is ${kind}`);
  return { type: 'card', cardNumber: card.pan, expDate: '12/34', cvv: '123' };
}
