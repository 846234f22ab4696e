import { createHash, verify, X509Certificate } from 'node:crypto';
import { Attribute, ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { Time, type Certificate } from '@peculiar/asn1-x509';
import { WalletTokenRefused } from './wallet-token';

/*
 * Apple's signature of a token: CMS (RFC 5652) without its content, by a certificate that Apple issued for this.
 */

const LEAF = '1.2.840.113635.100.6.29';
const INTERMEDIATE = '1.2.840.113635.100.6.2.14';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const MAX_CERTIFICATES = 4;

/** As a signature covers them: a set, not the tagged field. */
@AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })
export class SignedAttributes extends AsnArray<Attribute> {
  constructor(items?: Attribute[]) {
    super(items);
    Object.setPrototypeOf(this, SignedAttributes.prototype);
  }
}

/** Verifies the signature, and its certificates up to one of the roots. @returns when it was made @throws WalletTokenRefused */
export function verifyAppleSignature(...given: Parameters<typeof verifySignature>): Date {
  try {
    return verifySignature(...given);
  } catch (error) {
    // Whatever the libraries say of a damaged signature.
    throw error instanceof WalletTokenRefused ? error : new WalletTokenRefused('malformed');
  }
}

function verifySignature(
  { signature, signed }: { signature: Buffer; signed: Buffer },
  roots: readonly X509Certificate[],
  now: number,
): Date {
  const { certificates, signer } = readSignature(signature);
  const [leaf, intermediate] = [LEAF, INTERMEDIATE].map((oid) => findCertificate(certificates, oid));
  if (!leaf || !intermediate || !isSignedBy(signer, signed, leaf)) throw new WalletTokenRefused('signature');
  const root = roots.find((each) => isIssued(intermediate, each));
  if (!root || leaf.ca || !isIssued(leaf, intermediate)) throw new WalletTokenRefused('signature');
  if (![leaf, intermediate, root].every((each) => isValid(each, now))) throw new WalletTokenRefused('expired');
  return AsnConvert.parse(getAttribute(signer, SIGNING_TIME), Time).getTime();
}

function readSignature(bytes: Buffer): { certificates: readonly Certificate[]; signer: SignerInfo } {
  const { contentType, content } = AsnConvert.parse(bytes, ContentInfo);
  const { certificates, signerInfos, encapContentInfo } = AsnConvert.parse(content, SignedData);
  const [signer, ...others] = signerInfos;
  const isDetached = contentType === id_signedData && encapContentInfo.eContent === undefined;
  if (!signer || others.length > 0 || !isDetached || !certificates || certificates.length > MAX_CERTIFICATES) {
    throw new WalletTokenRefused('malformed');
  }
  return { signer, certificates: certificates.flatMap(({ certificate }) => certificate ?? []) };
}

function findCertificate(certificates: readonly Certificate[], oid: string): X509Certificate | undefined {
  const found = certificates.find(({ tbsCertificate }) =>
    tbsCertificate.extensions?.some(({ extnID }) => extnID === oid),
  );
  return found && new X509Certificate(Buffer.from(AsnConvert.serialize(found)));
}

function isSignedBy(signer: SignerInfo, signed: Buffer, { publicKey }: X509Certificate): boolean {
  const { digestAlgorithm, signatureAlgorithm, signature, signedAttrs = [] } = signer;
  const { algorithm } = signatureAlgorithm;
  if (digestAlgorithm.algorithm !== SHA_256 || algorithm !== ECDSA_WITH_SHA_256) return false;
  const digest = AsnConvert.parse(getAttribute(signer, MESSAGE_DIGEST), OctetString);
  const isOfThis = createHash('sha256').update(signed).digest().equals(Buffer.from(digest.buffer));
  const attributes = Buffer.from(AsnConvert.serialize(new SignedAttributes(signedAttrs)));
  const isEcdsa = publicKey.asymmetricKeyType === 'ec';
  return isOfThis && isEcdsa && verify('sha256', attributes, publicKey, Buffer.from(signature.buffer));
}

/** The only value of an attribute. @throws WalletTokenRefused if it has none or several */
function getAttribute({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer {
  const [value, ...others] = signedAttrs.filter(({ attrType }) => attrType === type).flatMap((each) => each.attrValues);
  if (!value || others.length > 0) throw new WalletTokenRefused('malformed');
  return value;
}

function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValid({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now < Date.parse(validTo);
}
