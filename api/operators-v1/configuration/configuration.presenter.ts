import { rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import type { VersionedEntity } from '../../../store/configuration/configuration.queries';
import type { ConfiguredEntity } from './configuration.types';

export function presentEntity({ id, version, form, isSuspended, scheduledTerms }: VersionedEntity): ConfiguredEntity {
  return {
    ...{ id, version, value: form },
    ...(isSuspended !== undefined && { suspended: isSuspended }),
    ...(scheduledTerms && {
      scheduledTerms: scheduledTerms.map(({ validFrom, terms }) => ({ validFrom: rfc3339Text(validFrom), terms })),
    }),
  };
}
