import { createHmac } from 'node:crypto';
import { describeConnector, type Effects } from '../conformance';
import { ConnectorUnavailable, type AuthorisationReference } from '../connector';
import { createTemplateCallbacks } from './template-callbacks';
import { templateKind } from './template.kind';
import { createTemplateConnector } from './template.connector';
import { API_KEY, TEMPLATE_CARDS, TemplateStandIn } from './testing/template-stand-in';

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/34', cvv: '123' }) as const;

function readSigned(body: Buffer, secret: string) {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return createTemplateCallbacks('secret').read({ body, header: () => signature });
}

describeConnector('template', async () => {
  const standIn = new TemplateStandIn();
  const url = await standIn.start();
  const connectorAt = (address: string) => createTemplateConnector({ url: address, apiKey: API_KEY });
  return {
    connector: connectorAt(url),
    connectorAt,
    currency: 'EUR',
    approvedTool: aCard(TEMPLATE_CARDS.approved),
    declinedTool: aCard(TEMPLATE_CARDS.declined),
    interactionTool: aCard(TEMPLATE_CARDS.redirect),
    loseAnswer: (send) => standIn.losingResponses(send),
    finishInteraction: async ({ operationID }) => standIn.confirm(operationID),
    readEffects: async ({ operationID }: AuthorisationReference): Promise<Effects> => {
      const { status, amount = 0, captured = 0, released = 0, refunds = [] } = standIn.payments.get(operationID) ?? {};
      const isAuthorised = status === 'held' || status === 'captured' || released > 0;
      return {
        authorised: isAuthorised ? BigInt(amount) : 0n,
        captured: BigInt(captured),
        refunded: refunds.reduce((sum, each) => sum + BigInt(each.amount), 0n),
        voided: BigInt(released),
      };
    },
    // How answers look that are about something else: the suite checks each fact that the connector declares.
    lying: {
      url,
      webhooks: {
        write: ({ id }) => Buffer.from(JSON.stringify({ id })),
        read: (body, sender) => readSigned(body, sender === 'own' ? 'secret' : 'another secret'),
      },
      lies: {
        operation: (payment) => (payment['id'] = 'payment/ANOTHER.1/authorise'),
        authorisation: (payment) => 'reference' in payment && (payment['id'] = 'payment/ANOTHER.1/authorise'),
        authorisationReference: (payment) => (payment['reference'] = 'ref-another'),
        reference: (payment) => (payment['reference'] = 'ref-another'),
        amount: (payment) => Object.assign(payment, { amount: 100, captured: 100 }),
        currency: (payment) => (payment['currency'] = 'USD'),
        state: (payment) => (payment['status'] = 'captured'),
        isTest: (payment) => (payment['test'] = false),
      },
    },
    stop: () => standIn.stop(),
  };
});

test('a rejected key did nothing and is retryable', async () => {
  const standIn = new TemplateStandIn();
  const connector = createTemplateConnector({ url: await standIn.start(), apiKey: 'another' });
  const lookUp = connector.lookUp({ kind: 'authorise', operationID: 'payment/1.1/authorise', timeoutMs: 5_000 });
  await expect(lookUp).rejects.toThrow(ConnectorUnavailable);
  await standIn.stop();
});

test('a notification is read only with its signature', () => {
  const read = (text: string, secret = 'secret') => readSigned(Buffer.from(text), secret);
  expect(read('{"id":"payment/1.1/authorise"}')).toEqual({ kind: 'read', operationID: 'payment/1.1/authorise' });
  expect(read('{"id":"payment/2.1/authorise"}', 'another')).toEqual({ kind: 'refused' });
  expect(read('[]')).toEqual({ kind: 'unreadable' });
});

test('an account has a key, an address and perhaps a secret for notifications', async () => {
  const access = {
    credentials: { apiKey: API_KEY, callbackSecret: 'a secret of 20 signs' },
    settings: { url: 'https://acquirer.example' },
  };
  expect(templateKind.check(access)).toMatchObject({ isTest: true, settings: access.settings });
  expect(
    await templateKind.open(access, { notices: { record: async () => undefined, find: async () => [] } }),
  ).toHaveProperty('authorise');
  expect(await templateKind.callbacks(access)).toHaveProperty('read');
  expect(() => templateKind.check({ ...access, credentials: { apiKey: 'short' } })).toThrow(/apiKey/);
});
