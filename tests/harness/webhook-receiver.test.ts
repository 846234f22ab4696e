import { createSign, generateKeyPairSync } from 'node:crypto';
import { isSignedBy } from './content-signature';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';

let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

afterEach(() => receiver.close());

const post = (body: string) => fetch(receiver.url, { method: 'POST', body });

test('the receiver keeps the exact bytes of deliveries in order of arrival, whatever the response', async () => {
  receiver.answerNext({ status: 500, body: 'no' }, { status: 302, headers: { Location: '/elsewhere' } });
  expect((await post('{"a": 1}')).status).toBe(500);
  await fetch(receiver.url, { method: 'POST', body: '{"b":2}', redirect: 'manual' });
  expect((await post('{"c":3}')).status).toBe(200);
  const bodies = receiver.deliveries.map(({ body }) => body.toString());
  expect(bodies).toEqual(['{"a": 1}', '{"b":2}', '{"c":3}']);
  expect(receiver.accepted().map((delivery) => delivery.json())).toEqual([{ c: 3 }]);
});

test('the receiver can cut connections, go down and come back', async () => {
  receiver.answerNext({ isCut: true });
  await expect(post('1')).rejects.toThrow('fetch failed');
  await receiver.goDown();
  await expect(post('2')).rejects.toThrow('fetch failed');
  await receiver.comeBack();
  expect((await post('3')).status).toBe(200);
  expect(receiver.deliveries.map(({ answered }) => answered)).toEqual([0, 200]);
});

test('a timeout reports what has arrived', async () => {
  await post('{"only":"this"}');
  await expect(receiver.until((all) => all.length > 1, 50)).rejects.toThrow('200 {"only":"this"}');
});

test('openssl verifies a signature over the exact bytes', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const body = Buffer.from('{"сумма": 100}');
  const digest = createSign('sha256').update(body).sign(privateKey).toString('base64');
  const urlSafe = digest.replaceAll('+', '-').replaceAll('/', '_');
  const contentSignature = `alg=RS256; digest=${urlSafe}`;
  expect(isSignedBy({ publicKey: der, body, contentSignature })).toBe(true);
  expect(isSignedBy({ publicKey: der, body: Buffer.from('{"сумма":100}'), contentSignature })).toBe(false);
  expect(isSignedBy({ publicKey: der, body, contentSignature: `alg=RS256;digest=${urlSafe}` })).toBe(false);
  expect(
    isSignedBy({ publicKey: der, body, contentSignature: `alg=RS256; digest=${urlSafe.replace(/=+$/, '')}` }),
  ).toBe(false);
  expect(isSignedBy({ publicKey: der, body, contentSignature: undefined })).toBe(false);
});
