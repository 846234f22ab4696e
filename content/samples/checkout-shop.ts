import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portToKeep } from '../../tests/harness/ports';
import type { Platform } from '../../tests/harness/platform';
import { startSample, type RunningSample, type SampleWorkspace } from './run-sample';
import { readSamples } from './sample';

const guide = 'docs/integration/payments/checkout.mdx';

/** Prints the address and the referrer of each request to a server, as an access log does. */
const accessLog = `import { subscribe } from 'node:diagnostics_channel';
subscribe('http.server.request.start', ({ request }) =>
  console.log('access:', request.method, request.url, request.headers.referer ?? '-'));
`;

export interface CheckoutShop {
  url: string;
  accessLog: () => string;
  stop: () => Promise<void>;
}

export async function startCheckoutShop(
  platform: Platform,
  environment: Record<string, string> = {},
): Promise<CheckoutShop> {
  const samples = readSamples(readFileSync(join(__dirname, '../current', guide), 'utf8'), guide);
  // Outside the run's folder: a page that leaks would write cards where the canary must not find them.
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-shop-'));
  for (const { marks, code } of samples) if (marks['file']) writeFileSync(join(folder, marks['file']), code);
  writeFileSync(join(folder, 'access-log.mjs'), accessLog);
  const workspace: SampleWorkspace = {
    folder,
    environment: {
      HOLDFAST_API_URL: platform.apiUrl,
      HOLDFAST_API_KEY: platform.demo.apiKey,
      HOLDFAST_SHOP_ID: platform.demo.shopID,
      PORT: String(await portToKeep()),
      NODE_OPTIONS: '--import ./access-log.mjs',
      ...environment,
    },
  };
  const server = samples.find(({ marks }) => marks['run'] === 'server');
  if (!server) throw new Error('the checkout guide starts no server');
  const running: RunningSample = await startSample(server, workspace);
  return {
    url: `http://127.0.0.1:${workspace.environment['PORT']}`,
    accessLog: () => running.stdout,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
