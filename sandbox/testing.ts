import { createLogger } from '../runtime/logger';
import { emptyDatabase } from '../testing/database';
import { startSandbox, type Sandbox, type SandboxOptions } from './server';

/** The secret of every sandbox that a test starts. */
export const TEST_SECRET = 'secret of a sandbox under test';

/** A real sandbox on a free port and, unless given, on a database of its own. */
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
