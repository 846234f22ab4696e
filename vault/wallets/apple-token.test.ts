import { generateKeyPairSync } from 'node:crypto';
import {
  APPLE_OIDS,
  AppleSealer,
  createAppleChain,
  issueAppleCertificate,
  type AppleChain,
} from '../testing/apple-sealer';
import { parseApplePayKeys } from './apple-keys';
import { openAppleToken } from './apple-token';
import { WalletTokenRefused } from './wallet-token';

const PAN = '4111111111111111';
const MINUTE_MS = 60_000;
const { leaf: LEAF, intermediate: INTERMEDIATE } = APPLE_OIDS;
let sealer: AppleSealer;

beforeAll(async () => {
  sealer = await AppleSealer.create();
});

const open = (token: string, given: Partial<Parameters<typeof openAppleToken>[1]> = {}, now = Date.now()) =>
  openAppleToken(token, { merchantID: 'merchant.holdfast', keys: parseApplePayKeys(sealer.keysFile()), ...given }, now);

function reasonOf(...given: Parameters<typeof open>): string {
  try {
    open(...given);
  } catch (error) {
    if (error instanceof WalletTokenRefused) return error.reason;
    throw error;
  }
  return 'opened';
}

test('a token of the published scheme is opened, with application data and without', () => {
  const content = { transactionAmount: 199_990, currencyCode: '036' };
  const details = { onlinePaymentCryptogram: 'Af9x/QwAA/DjmU65oyc1MAABAAA=' };
  for (const applicationData of [undefined, 'ab'.repeat(32)]) {
    expect(open(sealer.seal(PAN, { content, details, ...(applicationData && { applicationData }) }))).toMatchObject({
      ...{ cardNumber: PAN, expDate: '03/30', cryptogram: details.onlinePaymentCryptogram, eci: '05' },
      agreed: { amount: 199_990, numericCode: '036' },
    });
  }
});

test('the indefinite lengths of Apple’s own signatures are read', () => {
  const given = JSON.parse(sealer.seal(PAN));
  const der = Buffer.from(given.signature, 'base64');
  // ContentInfo: a sequence of the type (11 bytes) and of the tagged content, each with a length of four bytes.
  const [type, content] = [der.subarray(4, 15), der.subarray(19)];
  const ber = Buffer.concat([Buffer.of(0x30, 0x80), type, Buffer.of(0xa0, 0x80), content, Buffer.alloc(4)]);
  expect(reasonOf(JSON.stringify({ ...given, signature: ber.toString('base64') }))).toBe('opened');
});

test('the hash of the public key selects among the provider’s keys', () => {
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keysOf = (...given: Parameters<AppleSealer['keysFile']>) => ({
    keys: parseApplePayKeys(sealer.keysFile(...given)),
  });
  const token = sealer.seal(PAN);
  const given = JSON.parse(token);
  const [otherHash = ''] = [...keysOf({ privateKeys: [other] }).keys.keys.keys()];
  const forOther = JSON.stringify({ ...given, header: { ...given.header, publicKeyHash: otherHash } });
  const both = keysOf({ privateKeys: [other, sealer.merchant.privateKey] });
  expect({
    duringRotation: reasonOf(token, both),
    anotherNamed: reasonOf(forOther, both),
    withoutIt: reasonOf(token, keysOf({ privateKeys: [other] })),
    ofAnotherMerchant: reasonOf(token, { merchantID: 'merchant.other' }),
    keyOfAnotherMerchant: reasonOf(token, {
      merchantID: 'merchant.other',
      ...keysOf({ merchantID: 'merchant.other' }),
    }),
  }).toEqual({
    ...{ duringRotation: 'opened', anotherNamed: 'encryption', withoutIt: 'encryption' },
    ...{ ofAnotherMerchant: 'merchant', keyOfAnotherMerchant: 'encryption' },
  });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  expect(() => keysOf({ privateKeys: [rsa] })).toThrow('not of P-256');
});

test('certificates are followed to Apple’s root, with both markers, while they are valid', async () => {
  const trusted = (chain: AppleChain) => ({ keys: parseApplePayKeys(sealer.keysFile({ chain })) });
  const reasonBy = (chain: AppleChain, roots = chain) => reasonOf(sealer.seal(PAN, { chain }), trusted(roots));
  const changed = async (change: Parameters<typeof createAppleChain>[0]) => reasonBy(await createAppleChain(change));
  const { root, intermediate, leaf } = sealer.chain;
  const endsAt = Date.now() - MINUTE_MS;
  const lone = await issueAppleCertificate({ name: 'Lone', oids: [LEAF, INTERMEDIATE], isAuthority: true });
  const loneLeaf = await issueAppleCertificate({ name: 'Leaf', issuer: lone, oids: [LEAF] });
  const byLeaf = await issueAppleCertificate({ name: 'Forged', issuer: leaf, oids: [LEAF, INTERMEDIATE] });
  const sameNames = await createAppleChain();
  expect({
    anotherRoot: reasonBy(sameNames, sealer.chain),
    anotherRootNamedTheSame: reasonBy({ ...sameNames, root }, sealer.chain),
    ownRoot: reasonBy({ root, intermediate: lone, leaf: lone }),
    ownIntermediate: reasonBy({ root, intermediate: lone, leaf: loneLeaf }),
    leafAsIntermediate: reasonBy({ root, intermediate: leaf, leaf: byLeaf }),
    leafByRoot: await changed({ leaf: { issuer: root } }),
    intermediateSigns: reasonBy({ root, intermediate, leaf: intermediate }),
    foreignKey: reasonBy({ root, intermediate, leaf: { ...leaf, keys: lone.keys } }),
    noLeafMarker: await changed({ leaf: { oids: [] } }),
    noIntermediateMarker: await changed({ intermediate: { oids: [] } }),
    intermediateOfNoAuthority: await changed({ intermediate: { isAuthority: false } }),
    leafOfAnAuthority: await changed({ leaf: { isAuthority: true } }),
    expiredLeaf: await changed({ leaf: { endsAt } }),
    expiredIntermediate: await changed({ intermediate: { endsAt } }),
    expiredRoot: await changed({ root: { endsAt } }),
    notYetValid: await changed({ leaf: { endsAt: Date.now() + 60 * 86_400_000 } }),
    good: await changed({}),
  }).toEqual({
    ...{ anotherRoot: 'signature', anotherRootNamedTheSame: 'signature', ownRoot: 'signature' },
    ...{ ownIntermediate: 'signature', leafAsIntermediate: 'signature', leafByRoot: 'signature' },
    ...{ intermediateSigns: 'signature', foreignKey: 'signature', noLeafMarker: 'signature' },
    ...{ noIntermediateMarker: 'signature', intermediateOfNoAuthority: 'signature', leafOfAnAuthority: 'signature' },
    ...{ expiredLeaf: 'expired', expiredIntermediate: 'expired', expiredRoot: 'expired', notYetValid: 'expired' },
    good: 'opened',
  });
  expect(() => parseApplePayKeys(sealer.keysFile({ chain: { ...sealer.chain, root: leaf } }))).toThrow('authority');
});

test('a token is opened within five minutes of its signing time', () => {
  const ages = [-6, -4, 0, 4, 6].map((minutes) =>
    reasonOf(sealer.seal(PAN, { signedAt: Date.now() - minutes * MINUTE_MS })),
  );
  expect(ages).toEqual(['expired', 'opened', 'opened', 'opened', 'expired']);
});

test('a changed part of a token, or another one in its place, is refused', () => {
  const applicationData = 'cd'.repeat(32);
  const [given, another] = [0, 1].map(() => JSON.parse(sealer.seal(PAN, { applicationData }))) as [any, any];
  const { header } = given;
  const inHeader = (change: object) => ({ header: { ...header, ...change } });
  const signature = Buffer.from(given.signature, 'base64');
  const data = Buffer.from(given.data, 'base64');
  const flipped = (at: number) => {
    const copy = Buffer.from(signature);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return { signature: copy.toString('base64') };
  };
  const reason = (change: object) => reasonOf(JSON.stringify({ ...given, ...change }));
  const signatures = [
    { signature: another.signature },
    { data: another.data },
    inHeader({ ephemeralPublicKey: another.header.ephemeralPublicKey }),
    inHeader({ transactionId: another.header.transactionId }),
    inHeader({ applicationData: undefined }),
    inHeader({ applicationData: another.header.transactionId }),
    flipped(signature.length - 3),
  ];
  expect(signatures.map(reason)).toEqual(signatures.map(() => 'signature'));
  // The signed parts are not changed by another split, which would be another id of the same token.
  const moved = header.transactionId.slice(0, 2);
  const splits = [
    inHeader({
      transactionId: header.transactionId.slice(0, -2),
      applicationData: header.transactionId.slice(-2) + applicationData,
    }),
    inHeader({ transactionId: header.transactionId + applicationData, applicationData: undefined }),
    inHeader({ transactionId: '', applicationData: header.transactionId + applicationData }),
    {
      data: Buffer.concat([data, Buffer.from(moved, 'hex')]).toString('base64'),
      ...inHeader({ transactionId: header.transactionId.slice(2) }),
    },
  ];
  const malformed = [
    ...splits,
    { version: 'RSA_v1', ...inHeader({ wrappedKey: 'AAAA', ephemeralPublicKey: undefined }) },
    { version: 'EC_v2' },
    { signature: '' },
    { signature: 'AAAA' },
    { signature: signature.subarray(0, -40).toString('base64') },
    // Deep nesting, a length that promises more than there is, and a large one.
    ...['3080'.repeat(3_000), '3084ffffffff', `3082${'2000'}${'00'.repeat(8_192)}`].map((hex) => ({
      signature: Buffer.from(hex, 'hex').toString('base64'),
    })),
  ];
  const startedAt = Date.now();
  expect(malformed.map(reason)).toEqual(malformed.map(() => 'malformed'));
  for (let at = 0; at < signature.length; at += 7) expect(reason(flipped(at))).toMatch(/malformed|signature|opened/);
  expect(Date.now() - startedAt).toBeLessThan(3_000);
  for (const broken of ['', '{}', 'null', '[]', JSON.stringify(given).slice(0, -1)])
    expect(reasonOf(broken)).toBe('malformed');
});

test('content of other kinds is refused', () => {
  const reasons = [
    { content: { paymentDataType: 'EMV' } },
    { content: { currencyCode: 'RUB' } },
    { content: { transactionAmount: 100.5 } },
    { content: { transactionAmount: -1 } },
    { content: { applicationExpirationDate: '301331' } },
    { details: { onlinePaymentCryptogram: undefined } },
    { details: { onlinePaymentCryptogram: '' } },
  ].map((given) => reasonOf(sealer.seal(PAN, given)));
  expect(new Set(reasons)).toEqual(new Set(['malformed']));
  expect(open(sealer.seal(PAN, { details: { eciIndicator: undefined } })).eci).toBeUndefined();
});
