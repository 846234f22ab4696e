import { createLogger } from '../runtime/logger';
import { emptyDatabase } from '../tests/harness/database';
import { startSandbox, type Sandbox, type SandboxOptions } from './server';

/** The secret of sandboxes in tests. */
export const TEST_SECRET = 'secret of a sandbox under test';

/** Starts a sandbox on a free port and, unless given, on its own database. */
export async function aSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox & { databaseUrl: string }> {
  const databaseUrl = options.databaseUrl ?? (await emptyDatabase());
  const sandbox = await startSandbox({
    secret: TEST_SECRET,
    logger: createLogger({ process: 'sandbox', level: 'warn' }),
    host: '127.0.0.1',
    port: 0,
    isOpen: true,
    pollMs: 50,
    ...options,
    databaseUrl,
  });
  return { ...sandbox, databaseUrl };
}
