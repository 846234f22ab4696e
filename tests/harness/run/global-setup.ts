import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServicesHost, type ServicesHost } from './services-host';

declare global {
  var holdfastServicesHost: ServicesHost | undefined;
}

/** Jest's global set-up: starts a service host unless `npm test` has one. */
export default async function globalSetup(): Promise<void> {
  if (process.env['HOLDFAST_TEST_HOST']) return;
  const host = await startServicesHost(mkdtempSync(join(tmpdir(), 'holdfast-test-')));
  globalThis.holdfastServicesHost = host;
  process.env['HOLDFAST_TEST_HOST'] = host.url;
  process.env['HOLDFAST_TEST_FOLDER'] = host.folder;
}
