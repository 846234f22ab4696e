import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { newKey, decrypt, encrypt } from '../keys/key-encryption';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

/** A server that speaks the protocol of AWS KMS for two operations, and verifies the signature of each request (SigV4). */
export interface KmsServer {
  url: string;
  calls: string[];
  /** The keys by id; a removed one no longer decrypts. */
  keys: Map<string, Buffer>;
  close(): Promise<void>;
}

interface KmsRequest {
  KeyId: string;
  Plaintext?: string;
  CiphertextBlob?: string;
  EncryptionContext: Record<string, string>;
}

export async function startKmsServer(secret: string, keyIDs: readonly string[]): Promise<KmsServer> {
  const calls: string[] = [];
  const keys = new Map(keyIDs.map((id) => [id, newKey()]));
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer({ request, response, body: Buffer.concat(parts), secret, calls, keys }));
  });
  return { url: await listenLocally(server), calls, keys, close: () => stopServer(server) };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  secret: string;
  calls: string[];
  keys: Map<string, Buffer>;
}

function answer({ request, response, body, secret, calls, keys }: Exchange): void {
  const send = (status: number, content: object): void =>
    void response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content));
  const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
  calls.push(operation);
  if (!isSigned(request, body, secret)) return send(400, { __type: 'IncompleteSignatureException' });
  const { KeyId, Plaintext, CiphertextBlob, EncryptionContext } = JSON.parse(body.toString()) as KmsRequest;
  const key = keys.get(KeyId);
  if (!key) return send(400, { __type: 'NotFoundException', message: `no key ${KeyId}` });
  const context = JSON.stringify(EncryptionContext);
  try {
    if (operation === 'Encrypt') {
      const blob = encrypt(Buffer.from(Plaintext ?? '', 'base64'), key, context);
      return send(200, { KeyId, CiphertextBlob: blob.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
    }
    const plain = decrypt(Buffer.from(CiphertextBlob ?? '', 'base64'), key, context);
    send(200, { KeyId, Plaintext: plain.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  } catch {
    send(400, { __type: 'InvalidCiphertextException' });
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/kms\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const [, date = '', region = '', signed = '', signature = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [method, url, '', lines.join(''), signed, sha256(body)].join('\n');
  const scope = `${date}/${region}/kms/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date, region, 'kms', 'aws4_request'].reduce(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
