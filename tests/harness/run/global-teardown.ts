import { rmSync } from 'node:fs';

/** Stops the host of this run. HOLDFAST_TEST_KEEP=1 keeps its folder (databases, logs). */
export default async function globalTeardown(): Promise<void> {
  const host = globalThis.holdfastServicesHost;
  if (!host) return;
  await host.stop();
  if (process.env['HOLDFAST_TEST_KEEP'] === '1') console.log(`Kept ${host.folder}`);
  else rmSync(host.folder, { recursive: true, force: true });
}
