import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from '../runtime/logger';
import { SEARCH_ATTRIBUTES } from '../domain/search-attributes';

/** Keyword, in the engine's own numbering (temporal.api.enums.v1.IndexedValueType). */
const KEYWORD = 2;

/** Makes the platform's search attributes known to the namespace. A namespace that has them, or forbids it, is fine. */
export async function registerSearchAttributes(
  connection: NativeConnection,
  { namespace, logger }: { namespace: string; logger: Logger },
): Promise<void> {
  try {
    const missing = await missingAttributes(connection, { namespace, logger });
    if (missing.length === 0) return;
    const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD]));
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    const names = SEARCH_ATTRIBUTES.join(', ');
    logger.warn({ err: error }, `search attributes could not be registered; the namespace needs the keywords ${names}`);
  }
}

/** A server that cannot list them (the time-skipping one) is given all. */
async function missingAttributes(
  connection: NativeConnection,
  { namespace, logger }: { namespace: string; logger: Logger },
): Promise<readonly string[]> {
  const known = await connection.operatorService.listSearchAttributes({ namespace }).catch((error: unknown) => {
    logger.info({ err: error }, 'search attributes cannot be listed; all of them are registered');
    return undefined;
  });
  return SEARCH_ATTRIBUTES.filter((name) => !(name in (known?.customAttributes ?? {})));
}
