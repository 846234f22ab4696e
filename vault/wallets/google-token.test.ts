import { generateKeyPairSync } from 'node:crypto';
import { GoogleSealer } from '../testing/google-sealer';
import { parseGooglePayKeys } from './google-keys';
import { openGoogleToken } from './google-token';
import { WalletTokenRefused } from './wallet-token';

const PAN = '4111111111111111';
const sealer = new GoogleSealer();
const keys = parseGooglePayKeys(sealer.keysFile());
const open = (token: string, given: Partial<Parameters<typeof openGoogleToken>[1]> = {}) =>
  openGoogleToken(token, { merchantID: 'shop-at-holdfast', keys, ...given });
const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof WalletTokenRefused) return error.reason;
    throw error;
  }
  return 'opened';
};

test('a token of the published scheme is opened', () => {
  const details = { eciIndicator: '5' };
  expect(open(sealer.seal(PAN, { details }))).toMatchObject({
    ...{ cardNumber: PAN, expDate: '03/30', eci: '05', cryptogram: 'AAAAAAABBBCCCDDDEEEFFFFFFFF=' },
  });
});

test('during a rotation both private keys open tokens, and no other key does', () => {
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const both = parseGooglePayKeys(sealer.keysFile({ privateKeys: [other, sealer.recipient.privateKey] }));
  expect(reasonOf(() => open(sealer.seal(PAN), { keys: both }))).toBe('opened');
  const wrong = parseGooglePayKeys(sealer.keysFile({ privateKeys: [other] }));
  expect(reasonOf(() => open(sealer.seal(PAN), { keys: wrong }))).toBe('encryption');
});

test('signatures, recipient, merchant and expiry are verified', () => {
  const past = Date.now() - 1;
  const expiredRoot = parseGooglePayKeys(sealer.keysFile({ rootExpiresAt: past }));
  const reasons = {
    anotherRoot: reasonOf(() => open(new GoogleSealer().seal(PAN))),
    expiredRoot: reasonOf(() => open(sealer.seal(PAN), { keys: expiredRoot })),
    expiredSigningKey: reasonOf(() => open(sealer.seal(PAN, { keyExpiresAt: past }))),
    expiredMessage: reasonOf(() => open(sealer.seal(PAN, { expiresAt: past }))),
    anotherRecipient: reasonOf(() => open(sealer.seal(PAN, { recipientID: 'gateway:another' }))),
    anotherMerchant: reasonOf(() => open(sealer.seal(PAN), { merchantID: 'another' })),
    noMerchant: reasonOf(() => open(sealer.seal(PAN, { content: { gatewayMerchantId: undefined } }))),
    noCryptogram: reasonOf(() => open(sealer.seal(PAN, { details: { cryptogram: undefined } }))),
    emptyCryptogram: reasonOf(() => open(sealer.seal(PAN, { details: { cryptogram: '' } }))),
  };
  expect(reasons).toEqual({
    ...{ anotherRoot: 'signature', expiredRoot: 'signature', expiredSigningKey: 'expired', expiredMessage: 'expired' },
    ...{
      anotherRecipient: 'signature',
      anotherMerchant: 'merchant',
      noMerchant: 'merchant',
      noCryptogram: 'malformed',
      emptyCryptogram: 'malformed',
    },
  });
});

test('a changed part of a token, or another one in its place, is refused', () => {
  const [text, other] = [sealer.seal(PAN), sealer.seal(PAN)];
  const [given, another] = [text, other].map((each) => JSON.parse(each)) as [any, any];
  const message = JSON.parse(given.signedMessage);
  const changes: object[] = [
    { protocolVersion: 'ECv1' },
    { signature: another.signature },
    { signedMessage: another.signedMessage },
    { signedMessage: JSON.stringify({ ...message, tag: 'AAAA' }) },
    { intermediateSigningKey: { ...given.intermediateSigningKey, signatures: [another.signature] } },
    { intermediateSigningKey: { ...given.intermediateSigningKey, signedKey: '{}' } },
  ];
  const reasons = changes.map((change) => reasonOf(() => open(JSON.stringify({ ...given, ...change }))));
  expect(reasons).toEqual(['malformed', ...Array.from({ length: 5 }, () => 'signature')]);
  for (const broken of ['', '{}', 'null', '[]', text.slice(0, -1)])
    expect(reasonOf(() => open(broken))).toBe('malformed');
});
