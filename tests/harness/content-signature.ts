import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const header = /^alg=RS256; digest=([A-Za-z0-9_-]+={0,2})$/;

/** Verifies a delivery with `openssl` and the published key: PEM (`/v2`), or base64 of the X.509 key (Wallet API). */
export function isSignedBy(input: { publicKey: string; body: Buffer; contentSignature: string | undefined }): boolean {
  const digest = header.exec(input.contentSignature ?? '')?.[1];
  if (digest === undefined || digest.length % 4 !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-signature-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const lines = input.publicKey.match(/.{1,64}/g) ?? [];
    const wrapped = ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
    const key = file('key.pem', input.publicKey.startsWith('-----BEGIN') ? input.publicKey : wrapped);
    const signature = file('signature', Buffer.from(digest, 'base64url'));
    const body = file('body', input.body);
    const output = execFileSync('openssl', ['dgst', '-sha256', '-verify', key, '-signature', signature, body], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return output.trim() === 'Verified OK';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
