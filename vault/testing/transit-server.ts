import { createServer } from 'node:http';
import { newKey, decrypt, encrypt } from '../keys/key-encryption';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

/** A server that speaks the protocol of HashiCorp Vault's transit engine for one key. */
export interface TransitServer {
  url: string;
  /** Adds a version of the key, as `vault write -f transit/keys/<key>/rotate` does. */
  rotate(): void;
  /** Versions below are refused. */
  setMinimum(version: number): void;
  close(): Promise<void>;
}

interface TransitRequest {
  plaintext?: string;
  ciphertext?: string;
  associated_data?: string;
}

interface Reply {
  status: number;
  body: object;
}

const refuse = (status: number, message: string): Reply => ({ status, body: { errors: [message] } });

export async function startTransitServer({ key, token }: { key: string; token: string }): Promise<TransitServer> {
  const versions = [newKey()];
  let minimum = 1;

  const operate = (
    path: string,
    { plaintext = '', ciphertext = '', associated_data: data = '' }: TransitRequest,
  ): Reply => {
    if (path === `/v1/transit/keys/${key}`)
      return { status: 200, body: { data: { latest_version: versions.length, name: key } } };
    if (path === `/v1/transit/encrypt/${key}`) {
      const sealed = encrypt(Buffer.from(plaintext, 'base64'), versions.at(-1) ?? newKey(), data).toString('base64');
      return {
        status: 200,
        body: { data: { ciphertext: `vault:v${versions.length}:${sealed}`, key_version: versions.length } },
      };
    }
    if (path !== `/v1/transit/decrypt/${key}`) return refuse(404, 'no handler for route');
    const [, version = '', content = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const used = versions[Number(version) - 1];
    if (!used || Number(version) < minimum)
      return refuse(400, 'ciphertext or signature version is disallowed by policy (too old)');
    try {
      return {
        status: 200,
        body: { data: { plaintext: decrypt(Buffer.from(content, 'base64'), used, data).toString('base64') } },
      };
    } catch {
      return refuse(400, 'cipher: message authentication failed');
    }
  };

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const isAllowed = request.headers['x-vault-token'] === token;
      const reply = isAllowed
        ? operate(request.url ?? '', JSON.parse(body || '{}') as TransitRequest)
        : refuse(403, 'permission denied');
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    });
  });
  return {
    url: await listenLocally(server),
    rotate: () => void versions.push(newKey()),
    setMinimum: (version) => (minimum = version),
    close: () => stopServer(server),
  };
}
