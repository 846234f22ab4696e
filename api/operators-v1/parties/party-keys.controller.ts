import { Body, Get, OperationId, Path, Post, Put, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal, notFound } from '../../../domain/errors/refusal';
import { parseRfc3339, rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import { createApiKey, rotateApiKey } from '../../../store/api-key/api-key.create';
import { listApiKeys } from '../../../store/api-key/api-key.queries';
import type { ApiKeyRow } from '../../../store/api-key/api-key.table';
import { revokeApiKey } from '../../../store/api-key/api-key.transitions';
import { listRequestLimits, setRequestLimit } from '../../../store/request-limit/request-limit';
import { findParty } from '../../../store/shop/shop.queries';
import { ApiController } from '../../http/dependencies';
import type { AccessReason } from '../operators/operator.types';
import type { EntityID } from '../timelines/timeline.types';
import type {
  CreatedPartyKey,
  PartyKey,
  PartyKeyParams,
  PartyKeyRotationParams,
  PartyKeys,
  PartyRequestLimit,
  PartyRequestLimits,
  RequestLimitParams,
  RotatedPartyKey,
} from './party-keys.types';

@Route()
export class PartyKeysController extends ApiController {
  /**
   * Получить ключи участника без секретов: права, срок, последнее использование.
   * @summary Ключи участника
   */
  @Get('parties/{partyID}/api-keys')
  @OperationId('listPartyKeys')
  @SuccessResponse('200', 'Ключи.')
  public async listPartyKeys(@Path() partyID: EntityID): Promise<PartyKeys> {
    await this.assertParty(partyID);
    return { keys: (await listApiKeys(this.api.store.database, partyID)).map(presentKey) };
  }

  /**
   * Создать ключ участника. Секрет показывается один раз.
   * @summary Создать ключ участника
   */
  @Post('parties/{partyID}/api-keys')
  @OperationId('createPartyKey')
  @SuccessResponse('200', 'Ключ с секретом.')
  public async createPartyKey(@Path() partyID: EntityID, @Body() body: PartyKeyParams): Promise<CreatedPartyKey> {
    const { database, origin } = this.api.store;
    await this.assertParty(partyID);
    const { name, scopes } = body;
    const { secret, ...key } = await createApiKey(
      database,
      { partyID, name, scopes, expiresAt: readExpiry(body.expiresAt) },
      origin,
    );
    return { ...presentKey(key), apiKey: secret };
  }

  /**
   * Заменить ключ участника новым с теми же правами. Прежний действует ещё `overlapSeconds`.
   * @summary Заменить ключ участника
   */
  @Post('api-keys/{keyID}/rotate')
  @OperationId('rotatePartyKey')
  @SuccessResponse('200', 'Новый ключ и срок прежнего.')
  public async rotatePartyKey(@Path() keyID: EntityID, @Body() body: PartyKeyRotationParams): Promise<RotatedPartyKey> {
    const { database, origin } = this.api.store;
    const { overlapSeconds } = body;
    const given = { id: keyID, overlapSeconds, expiresAt: readExpiry(body.expiresAt) };
    const rotated = await rotateApiKey(database, given, origin);
    if (!rotated) throw notFound('Valid key');
    const { secret, ...created } = rotated.created;
    return { created: { ...presentKey(created), apiKey: secret }, previous: presentKey(rotated.old) };
  }

  /**
   * Отозвать ключ участника навсегда: он перестаёт действовать в течение пяти секунд.
   * @summary Отозвать ключ участника
   */
  @Post('api-keys/{keyID}/revoke')
  @OperationId('revokePartyKey')
  @SuccessResponse('200', 'Ключ.')
  public async revokePartyKey(@Path() keyID: EntityID, @Body() body: AccessReason): Promise<PartyKey> {
    const { database, origin } = this.api.store;
    const key = await revokeApiKey(database, keyID, { origin, reason: body.reason });
    if (!key) throw notFound('Key');
    return { ...presentKey(key), isChanged: this.isChanged };
  }

  /**
   * Получить участников с собственными пределами запросов.
   * @summary Пределы запросов
   */
  @Get('request-limits')
  @OperationId('listRequestLimits')
  @SuccessResponse('200', 'Пределы.')
  public async listRequestLimits(): Promise<PartyRequestLimits> {
    return { limits: await listRequestLimits(this.api.store) };
  }

  /**
   * Задать пределы запросов участника или вернуть обычные. Действует через несколько секунд.
   * @summary Задать пределы запросов
   */
  @Put('parties/{partyID}/request-limit')
  @OperationId('setRequestLimit')
  @SuccessResponse('200', 'Пределы.')
  public async setRequestLimit(
    @Path() partyID: EntityID,
    @Body() body: RequestLimitParams,
  ): Promise<PartyRequestLimit> {
    await this.assertParty(partyID);
    const { perKey = null, perToken = null } = body;
    return { ...(await setRequestLimit(this.api.store, { partyID, perKey, perToken })), isChanged: this.isChanged };
  }

  private async assertParty(partyID: string): Promise<void> {
    if (!(await findParty(this.api.store.database, partyID))) throw notFound('Party');
  }
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const expiresAt = parseRfc3339(text);
  if (expiresAt && expiresAt.getTime() > Date.now()) return expiresAt;
  throw new Refusal('invalidRequest', 'body.expiresAt: must be a future time');
}

function presentKey({ id, partyID, name, scopes, ...times }: ApiKeyRow): PartyKey {
  return {
    id,
    partyID,
    name,
    scopes,
    createdAt: rfc3339Text(times.createdAt),
    expiresAt: presentTime(times.expiresAt),
    revokedAt: presentTime(times.revokedAt),
    lastUsedAt: presentTime(times.lastUsedAt),
    lastLimitedAt: presentTime(times.lastLimitedAt),
  };
}

function presentTime(time: Date | null): string | null {
  return time && rfc3339Text(time);
}
