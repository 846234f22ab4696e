import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/* Runs the real npm against a stub of the registry. */

const root = join(__dirname, '..');
const EXPRESS = {
  express: [
    {
      id: 1_000_001,
      url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      title: 'Something is wrong with it',
      severity: 'high',
      vulnerable_versions: '<99',
      cwe: [],
      cvss: { score: 7 },
    },
  ],
};

let registry: Server | undefined;
afterEach(() => registry?.close());

/** npm requests the versions of a package with an advisory. */
function packument(url = ''): object {
  const name = decodeURIComponent(url.slice(1));
  return { name, 'dist-tags': { latest: '98.0.0' }, versions: { '98.0.0': { name, version: '98.0.0' } } };
}

async function runWith(
  answer: (requested: object) => { status: number; body: object },
): Promise<{ code: number; said: string }> {
  registry = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
      const requested = text === '' ? {} : (JSON.parse(text) as object);
      const { status, body } =
        request.method === 'GET' ? { status: 200, body: packument(request.url) } : answer(requested);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => registry?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const args = [join(root, 'scripts/advisories.mjs'), '--registry', url, '--fetch-retries', '0'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said }),
    );
  });
}

test('an advisory of a locked package fails the audit of all packages', async () => {
  let requested: object = {};
  const { code, said } = await runWith((packages) => {
    requested = packages;
    return { status: 200, body: EXPRESS };
  });
  expect(said).toContain('GHSA-aaaa-bbbb-cccc high express <99: Something is wrong with it');
  expect(code).toBe(1);
  expect(Object.keys(requested)).toEqual(expect.arrayContaining(['express', 'jose', 'pg', '@temporalio/client']));
});

test('an audit without findings passes', async () => {
  const { code, said } = await runWith(() => ({ status: 200, body: {} }));
  const explained = Object.keys(
    JSON.parse(readFileSync(join(root, 'deploy/config/advisories.json'), 'utf8')) as object,
  );
  expect(said).toContain('0 advisories');
  // An explanation without a finding fails.
  expect(code).toBe(explained.length === 0 ? 0 : 1);
});

test('an unreachable registry fails the audit', async () => {
  const { code, said } = await runWith(() => ({ status: 405, body: {} }));
  expect(said).toMatch(/not reachable .*try again later/);
  expect(code).toBe(3);
});
