import { isWebAddress } from '../domain/delivery/web-address/web-address';
import { comparing } from './comparing-connector';
import type { PaymentConnector, PaymentOutcome } from './connector';

const FOREIGN = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)//https://a.example', 'data:text/html,<script>1</script>'],
  ...['file:///etc/passwd', 'ftp://a.example/', 'vbscript:x', 'blob:https://a.example/1', 'about:blank'],
  ...['//a.example/x', '/relative', 'https:', 'https://user:secret@a.example/'],
];
const GOOD = 'https://a.example/orders/1?x=1';

const sentTo = (uriTemplate: string): Extract<PaymentOutcome, { kind: 'interactionRequired' }> => ({
  kind: 'interactionRequired',
  interaction: { interactionType: 'Redirect', request: { requestType: 'BrowserGetRequest', uriTemplate } },
  connectorReference: 'r',
});

test.each(FOREIGN)('%s is no web address', (url) => {
  expect(isWebAddress(url)).toBe(false);
});

test('a payer is sent to no other address of an acquirer', async () => {
  const answering = (uriTemplate: string) =>
    comparing<Pick<PaymentConnector, 'authorise' | 'lookUp' | 'states'>>(
      {
        states: { isTest: true, facts: {} },
        authorise: async () => sentTo(uriTemplate),
        lookUp: async () => sentTo(uriTemplate),
      },
      async () => undefined,
    );
  const request = { operationID: 'payment/i.1/authorise', timeoutMs: 1, amount: 1n, currency: 'RUB' } as never;
  for (const url of FOREIGN) {
    // The acquirer has the payment: no failover, which a failure to reach it would allow.
    expect(await answering(url).authorise(request)).toEqual({ kind: 'unknown' });
    await expect(answering(url).lookUp(request)).rejects.toMatchObject({ name: 'ConnectorUnavailable' });
  }
  const good = await answering(`${GOOD}{&termination_uri}`).authorise(request);
  expect(good.kind).toBe('interactionRequired');
});
