import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { contentSignature } from '../domain/delivery/webhook/content-signature';
import { where } from '../tests/harness/where';

interface Program {
  language: string;
  command: readonly [string, ...string[]];
  probe: readonly [string, ...string[]];
}

const PACKAGES = join(__dirname, '../packages');

/** The checks of the packages, as programs like those of the samples. */
const packaged = {
  php: `require '${PACKAGES}/php/src/Webhooks.php';
$isGood = Holdfast\\Webhooks::isSigned(file_get_contents('php://stdin'), getenv('CONTENT_SIGNATURE'), getenv('WEBHOOK_PUBLIC_KEY'));
echo $isGood ? 'Подпись верна' : 'Подпись неверна';
exit($isGood ? 0 : 1);`,
  python: `import os, sys
sys.path.insert(0, '${PACKAGES}/python')
from holdfast_client.webhooks import is_signed
good = is_signed(sys.stdin.buffer.read(), os.environ['CONTENT_SIGNATURE'], os.environ['WEBHOOK_PUBLIC_KEY'])
print('Подпись верна' if good else 'Подпись неверна')
sys.exit(0 if good else 1)`,
};

const PROGRAMS: readonly Program[] = [
  { language: 'Node.js', command: ['node', 'verify.mjs'], probe: ['node', '--version'] },
  { language: 'PHP', command: ['php', 'verify.php'], probe: ['php', '--version'] },
  { language: 'Python', command: ['python3', 'verify.py'], probe: ['python3', '-c', 'import cryptography'] },
  { language: 'the PHP package', command: ['php', '-r', packaged.php], probe: ['php', '--version'] },
  {
    language: 'the Python package',
    command: ['python3', '-c', packaged.python],
    probe: ['python3', '-c', 'import cryptography'],
  },
  { language: 'Go', command: ['go', 'run', 'verify.go'], probe: ['go', 'version'] },
  { language: 'Java', command: ['java', 'Verify.java'], probe: ['java', '-version'] },
];

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const body = Buffer.from('{"eventID":3,"eventType":"InvoicePaid","invoice":{"product":"Заказ № 1042"}}');
const header = contentSignature(sign('sha256', body, privateKey).toString('base64'));

/** A cold `go run` compiles its standard library. */
const LIMIT_MS = 240_000;

/** The key as the Wallet API returns it, as `/v2` returns it, and escaped in the JSON of that response. */
const base64 = publicKey.toString('base64');
const pem = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  .export({ format: 'pem', type: 'spki' })
  .toString();
const forms = [base64, pem, JSON.stringify(pem).slice(1, -1)];

function check(
  { command: [name, ...args] }: Program,
  message: Buffer,
  key = base64,
): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(name, args, {
    cwd: join(__dirname, 'signature'),
    input: message,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      CONTENT_SIGNATURE: header,
      WEBHOOK_PUBLIC_KEY: key,
    },
  });
  return { status, stdout: stdout.trim() };
}

for (const program of PROGRAMS) {
  const { language, probe } = program;
  const [name, ...args] = probe;
  const isAtHand = spawnSync(name, args, { stdio: 'ignore' }).status === 0;
  where(test, isAtHand, `${probe.join(' ')} fails`)(
    `the check in ${language} takes what we signed with each form of the key, and nothing else`,
    () => {
      for (const key of forms) expect(check(program, body, key)).toEqual({ status: 0, stdout: 'Подпись верна' });
      const changed = Buffer.concat([body, Buffer.from(' ')]);
      expect(check(program, changed)).toEqual({ status: 1, stdout: 'Подпись неверна' });
    },
    LIMIT_MS * 4,
  );
}

test('the TypeScript package takes what we signed with each form of the key, and nothing else', async () => {
  const { isSigned } = await import('../packages/typescript/src/webhooks.js');
  const signature = header;
  for (const publicKey of forms) expect(isSigned({ body, signature, publicKey })).toBe(true);
  const changed = Buffer.concat([body, Buffer.from(' ')]);
  expect(isSigned({ body: changed, signature, publicKey: base64 })).toBe(false);
  expect(isSigned({ body, signature: undefined, publicKey: base64 })).toBe(false);
});
