import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portToKeep } from '../../tests/harness/ports';
import type { Platform } from '../../tests/harness/platform';
import { openWorkspace, startSample, type RunningSample } from './run-sample';
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
  const workspace = openWorkspace(platform, {
    PORT: String(await portToKeep()),
    NODE_OPTIONS: '--import ./access-log.mjs',
    ...environment,
  });
  const { folder } = workspace;
  for (const { marks, code } of samples) if (marks['file']) writeFileSync(join(folder, marks['file']), code);
  writeFileSync(join(folder, 'access-log.mjs'), accessLog);
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
