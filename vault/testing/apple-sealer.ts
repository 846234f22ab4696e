import 'reflect-metadata';
import {
  createCipheriv,
  createHash,
  diffieHellman,
  generateKeyPairSync,
  KeyObject,
  randomBytes,
  sign,
  webcrypto,
} from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema';
import { Certificate, Time } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { SignedAttributes } from '../wallets/apple-signature';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';

export const APPLE_OIDS = { leaf: '1.2.840.113635.100.6.29', intermediate: '1.2.840.113635.100.6.2.14' } as const;

interface Issued {
  name: string;
  certificate: x509.X509Certificate;
  keys: webcrypto.CryptoKeyPair;
}

interface NewCertificate {
  name: string;
  /** Absent: it signs itself. */
  issuer?: Issued;
  oids?: readonly string[];
  isAuthority?: boolean;
  endsAt?: number;
}

/** Issues a certificate with Apple's markers. */
export async function issueAppleCertificate(given: NewCertificate): Promise<Issued> {
  const { name, oids = [], isAuthority = false, endsAt = Date.now() + DAY_MS } = given;
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { issuer = { name, keys } } = given;
  const usage = isAuthority ? x509.KeyUsageFlags.keyCertSign : x509.KeyUsageFlags.digitalSignature;
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ serialNumber: `00${randomBytes(8).toString('hex')}`, signingAlgorithm: ALGORITHM },
    ...{ notBefore: new Date(endsAt - 30 * DAY_MS), notAfter: new Date(endsAt) },
    ...{ subject: `CN=${name}`, issuer: `CN=${issuer.name}`, publicKey: keys.publicKey },
    signingKey: issuer.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      new x509.KeyUsagesExtension(usage, true),
      // Only the presence of a marker counts: its value is NULL.
      ...oids.map((oid) => new x509.Extension(oid, false, Uint8Array.of(5, 0))),
    ],
  });
  return { name, certificate, keys };
}

export interface AppleChain {
  root: Issued;
  intermediate: Issued;
  leaf: Issued;
}

/** A root, an intermediate and a leaf as Apple's are, with one of them changed. */
export async function createAppleChain(
  change: Partial<Record<keyof AppleChain, Partial<NewCertificate>>> = {},
): Promise<AppleChain> {
  const root = await issueAppleCertificate({ name: 'Root', isAuthority: true, ...change.root });
  const middle = { name: 'Integration', issuer: root, oids: [APPLE_OIDS.intermediate], isAuthority: true };
  const intermediate = await issueAppleCertificate({ ...middle, ...change.intermediate });
  const leaf = { name: 'Broker', issuer: intermediate, oids: [APPLE_OIDS.leaf] };
  return { root, intermediate, leaf: await issueAppleCertificate({ ...leaf, ...change.leaf }) };
}

interface Sealing {
  content?: object;
  details?: object;
  signedAt?: number;
  merchantID?: string;
  transactionId?: string;
  applicationData?: string;
  chain?: AppleChain;
}

/** Makes tokens of Apple Pay by the published scheme, with certificates of its own. */
export class AppleSealer {
  readonly merchant = newKey();

  private constructor(readonly chain: AppleChain) {}

  static async create(): Promise<AppleSealer> {
    return new AppleSealer(await createAppleChain());
  }

  /** The content of the vault's file of keys. */
  keysFile({ merchantID = 'merchant.holdfast', privateKeys = [this.merchant.privateKey], chain = this.chain } = {}) {
    return {
      merchants: [
        { merchantID, privateKeys: privateKeys.map((key) => key.export({ type: 'pkcs8', format: 'pem' }) as string) },
      ],
      rootCertificates: [chain.root.certificate.toString('pem')],
    };
  }

  /** `paymentData` of a `PKPaymentToken`, as JSON. */
  seal(pan: string, { content, details, ...given }: Sealing = {}): string {
    const {
      merchantID = 'merchant.holdfast',
      transactionId = randomBytes(32).toString('hex'),
      applicationData,
    } = given;
    const { signedAt = Date.now(), chain = this.chain } = given;
    const plain = {
      ...{ applicationPrimaryAccountNumber: pan, applicationExpirationDate: '300331' },
      ...{ currencyCode: '643', transactionAmount: 10_000, deviceManufacturerIdentifier: '040010030273' },
      ...{ paymentDataType: '3DSecure', ...content },
      paymentData: { onlinePaymentCryptogram: randomBytes(20).toString('base64'), eciIndicator: '5', ...details },
    };
    const ephemeral = newKey();
    const point = toSpki(ephemeral.publicKey);
    const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: this.merchant.publicKey });
    const about = [Buffer.from('\x0did-aes256-GCM'), Buffer.from('Apple'), digest(Buffer.from(merchantID))];
    const key = digest(Buffer.concat([Buffer.of(0, 0, 0, 1), secret, ...about]));
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16));
    const data = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final(), cipher.getAuthTag()]);
    const signed = [point, data, Buffer.from(transactionId, 'hex'), Buffer.from(applicationData ?? '', 'hex')];
    const publicKeyHash = digest(toSpki(this.merchant.publicKey)).toString('base64');
    return JSON.stringify({
      ...{ version: 'EC_v1', data: data.toString('base64') },
      signature: signDetached(Buffer.concat(signed), chain, signedAt).toString('base64'),
      header: {
        ...{ ephemeralPublicKey: point.toString('base64'), publicKeyHash, transactionId },
        ...(applicationData !== undefined && { applicationData }),
      },
    });
  }
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const toSpki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function signDetached(signed: Buffer, { leaf, intermediate }: AppleChain, signedAt: number): Buffer {
  const certificates = [leaf, intermediate].map(({ certificate }) =>
    AsnConvert.parse(certificate.rawData, Certificate),
  );
  const { issuer, serialNumber } = (certificates[0] as Certificate).tbsCertificate;
  const value = (type: string, ...attrValues: ArrayBuffer[]) => new Attribute({ attrType: type, attrValues });
  const signedAttrs = [
    value('1.2.840.113549.1.9.3', AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    value('1.2.840.113549.1.9.5', AsnConvert.serialize(new Time(new Date(signedAt)))),
    value('1.2.840.113549.1.9.4', AsnConvert.serialize(new OctetString(digest(signed)))),
  ];
  const attributes = Buffer.from(AsnConvert.serialize(new SignedAttributes(signedAttrs)));
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: SHA_256 });
  const signer = new SignerInfo({
    ...{ version: CMSVersion.v1, digestAlgorithm, signedAttrs },
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA_256 }),
    signature: new OctetString(sign('sha256', attributes, KeyObject.from(leaf.keys.privateKey))),
  });
  const content = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([signer]),
  });
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(content) });
  return Buffer.from(AsnConvert.serialize(info));
}
