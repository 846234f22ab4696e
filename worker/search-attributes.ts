import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from '../runtime/logger';
import { SEARCH_ATTRIBUTES } from '../workflow-names/search-attributes';

/** `temporal.api.enums.v1.IndexedValueType`. */
const KEYWORD = 2;

/** Registers the platform's search attributes with the namespace; only warns where that is forbidden. */
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

/** Returns all of them for a server that cannot list any (the time-skipping one). */
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
