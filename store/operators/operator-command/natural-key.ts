import { createHash } from 'node:crypto';
import { canonicalText } from '../../../domain/merchants/reference-data/field-changes';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';

/** Derives an idempotency key from the parameters and the day (UTC); an external id identifies the command on any day. */
export function naturalKey(type: string, parameters: Readonly<Record<string, unknown>>, now: Date): string {
  const fields = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        [
          name,
          typeof value === 'object' ? canonicalText(value) : String(value as string | number | bigint | boolean),
        ] as const,
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 20);
  const isNamed = parameters['externalID'] !== undefined && parameters['externalID'] !== null;
  return `${type}/${isNamed ? '' : `${rfc3339Text(now).slice(0, 10)}/`}${hash}`;
}
