import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
const CERTIFICATE_DAYS = 825;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** A certificate and its private key, PEM. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

export interface VaultAuthority extends CertificateFiles {
  issue(name: string, hosts?: readonly string[]): Promise<CertificateFiles>;
}

/** Creates an authority for the certificates of the vault and of its clients. */
export async function createAuthority(): Promise<VaultAuthority> {
  const keys = await newKeys();
  const issuer = 'CN=Holdfast vault authority';
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...terms(AUTHORITY_DAYS),
    name: issuer,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      // Tells authorities of one name apart.
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const issue = async (name: string, hosts: readonly string[] = []): Promise<CertificateFiles> => {
    const own = await newKeys();
    const issued = await x509.X509CertificateGenerator.create({
      ...terms(CERTIFICATE_DAYS),
      subject: `CN=${name}`,
      issuer,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      extensions: [...extensionsOf(hosts), await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey)],
    });
    return { cert: issued.toString('pem'), key: await privateKeyText(own) };
  };
  return { cert: certificate.toString('pem'), key: await privateKeyText(keys), issue };
}

function extensionsOf(hosts: readonly string[]): x509.Extension[] {
  const isServer = hosts.length > 0;
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([isServer ? SERVER_AUTH : CLIENT_AUTH], true),
    ...(isServer
      ? [
          new x509.SubjectAlternativeNameExtension(
            hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
          ),
        ]
      : []),
  ];
}

function terms(days: number) {
  const now = Date.now();
  return {
    serialNumber: `00${randomBytes(16).toString('hex')}`,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + days * DAY_MS),
    signingAlgorithm: ALGORITHM,
  };
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function privateKeyText({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const bytes = await webcrypto.subtle.exportKey('pkcs8', privateKey);
  return x509.PemConverter.encode(bytes, 'PRIVATE KEY');
}

const SERVER_HOSTS = ['127.0.0.1', 'localhost', 'vault'];

/**
 * Writes an authority and certificates for `vault` and each client into a folder, unless they are there. The key of the authority is not
 * kept, so that no other certificate can be issued later.
 */
export async function writeCertificates(folder: string, clients: readonly string[]): Promise<void> {
  if (existsSync(join(folder, 'ca.crt'))) return;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const authority = await createAuthority();
  const write = (name: string, { cert, key }: CertificateFiles): void => {
    writeFileSync(join(folder, `${name}.crt`), cert);
    writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
  };
  write('vault', await authority.issue('vault', SERVER_HOSTS));
  for (const name of clients) write(name, await authority.issue(name));
  // Written last: its presence means that the folder is complete.
  writeFileSync(join(folder, 'ca.crt'), authority.cert);
}

/** Reads the certificate of a process from such a folder. */
export function readCertificates(folder: string, name: string): { ca: string; cert: string; key: string } {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return { ca: read('ca.crt'), cert: read(`${name}.crt`), key: read(`${name}.key`) };
}
