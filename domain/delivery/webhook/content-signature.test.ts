import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentSignature } from './content-signature';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const body = Buffer.from(
  '{"eventID":1,"occuredAt":"2026-11-21T10:00:00.000Z","topic":"InvoicesTopic","product":"Чай"}',
);
const header = contentSignature(sign('sha256', body, privateKey).toString('base64'));

function getDigest(value: string): Buffer {
  const [, digest = ''] = /^alg=RS256; digest=([A-Za-z0-9_-]+={0,2})$/.exec(value) ?? [];
  return Buffer.from(digest, 'base64url');
}

test('the header names the algorithm and carries URL-safe base64 with padding', () => {
  expect(header).toMatch(/^alg=RS256; digest=[A-Za-z0-9_-]{342}==$/);
  expect(contentSignature('+/+/+w==')).toBe('alg=RS256; digest=-_-_-w==');
});

test('the digest verifies the exact bytes of the body and nothing else', () => {
  expect(verify('sha256', body, publicKey, getDigest(header))).toBe(true);
  expect(verify('sha256', Buffer.concat([body, Buffer.from(' ')]), publicKey, getDigest(header))).toBe(false);
});

test('openssl verifies the digest with the public key in PEM', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signature-'));
  try {
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    const output = execFileSync('openssl', [
      'dgst',
      '-sha256',
      '-verify',
      file('key.pem', key.export({ type: 'spki', format: 'pem' })),
      '-signature',
      file('digest', getDigest(header)),
      file('body', body),
    ]);
    expect(output.toString()).toContain('Verified OK');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
