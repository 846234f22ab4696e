import { parseRfc3339, rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import { createEntity, patchEntity } from '../../../operators/configuration/configuration';
import type { ModelName } from '../../../store/configuration/configuration.models';
import {
  getVersioned,
  listVersioned,
  type EntityFilters,
  type VersionedEntity,
} from '../../../store/configuration/configuration.queries';
import { ApiController } from '../../http/dependencies';
import { formatEntityTag, readVersion } from '../shared/entity-tag';
import type {
  ConfiguredEntities,
  ConfiguredEntity,
  ConfiguredEntityPatch,
  NewConfiguredEntity,
  ShopPatch,
} from './configuration.types';

interface PageParams {
  limit: number;
  continuationToken?: string | undefined;
  asOf?: string | undefined;
}

/** Lists, reads, creates and changes entities of one kind. */
export abstract class ConfiguredController extends ApiController {
  protected abstract readonly kind: ModelName;

  protected async list(
    { limit, continuationToken, asOf }: PageParams,
    filters: EntityFilters = {},
  ): Promise<ConfiguredEntities> {
    const page = { filters, limit: limit + 1, after: continuationToken, at: readTime(asOf) };
    const found = await listVersioned(this.api.store.database, this.kind, page);
    const result = found.slice(0, limit).map(presentEntity);
    const last = result.at(-1);
    return { result, ...(found.length > limit && last && { continuationToken: last.id }) };
  }

  protected async read(id: string | number, asOf?: string): Promise<ConfiguredEntity> {
    const found = await getVersioned(this.api.store.database, this.kind, { id: String(id), at: readTime(asOf) });
    this.setHeader('ETag', formatEntityTag(found));
    return presentEntity(found);
  }

  protected async create({ value, reason }: NewConfiguredEntity): Promise<ConfiguredEntity> {
    const id = await createEntity(this.api.store, { kind: this.kind, value, reason });
    return { ...(await this.read(id)), isChanged: this.isChanged };
  }

  protected async change(
    id: string,
    { patch, ifMatch }: { patch: ConfiguredEntityPatch & Pick<ShopPatch, 'validFrom'>; ifMatch: string | undefined },
  ): Promise<ConfiguredEntity> {
    const { changes, reason, validFrom } = patch;
    const version = readVersion(ifMatch);
    await patchEntity(this.api.store, {
      ...{ kind: this.kind, id, version, changes, reason },
      termsFrom: readTime(validFrom),
    });
    return { ...(await this.read(id)), isChanged: this.isChanged };
  }
}

function readTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseRfc3339(text);
}

function presentEntity({ id, version, form, isSuspended, scheduledTerms }: VersionedEntity): ConfiguredEntity {
  return {
    ...{ id, version, value: form },
    ...(isSuspended !== undefined && { suspended: isSuspended }),
    ...(scheduledTerms && {
      scheduledTerms: scheduledTerms.map(({ validFrom, terms }) => ({ validFrom: rfc3339Text(validFrom), terms })),
    }),
  };
}
