import { Body, Get, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { present } from '../../../domain/platform/fields/present';
import { assertReadableName } from '../../../domain/merchants/api-key/grant';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { parseRfc3339, rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { ApiKeyRow } from '../../../store/merchants/api-key/api-key.table';
import {
  createOwnApiKey,
  listOwnApiKeys,
  revokeOwnApiKey,
  rotateOwnApiKey,
  type KeyManager,
} from '../../../store/merchants/api-key/own-api-keys';
import { ApiController } from '../../http/dependencies';
import type { ChangeApiKeyError, CreateApiKeyError } from '../shared/error.types';
import type { EntityID } from '../shared/primitives.types';
import type {
  ApiKey,
  ApiKeyList,
  ApiKeyParams,
  ApiKeyRevocationParams,
  ApiKeyRotationParams,
  CreatedApiKey,
  RotatedApiKey,
} from './api-key.types';

@Route('processing/api-keys')
export class ApiKeysController extends ApiController {
  /**
   * Получить ключи вашего участника без секретов: права, срок, последнее использование.
   * @summary Получить ключи
   */
  @Get()
  public async listApiKeys(): Promise<ApiKeyList> {
    const { partyID, keyID } = this.keyManager;
    const keys = await listOwnApiKeys(this.api.store.database, partyID);
    return { result: keys.map((key) => presentKey(key, keyID)) };
  }

  /**
   * Создать ключ. Секрет показывается один раз. Прав, которых нет у ключа запроса, новый ключ не получает (`403`), и действует он не
   * дольше. Одновременно действует не больше 100 ключей участника; за сутки создаётся не больше 1000.
   * @summary Создать ключ
   */
  @Post()
  @SuccessResponse('201', 'Ключ с секретом.')
  @Response<CreateApiKeyError>('400', 'Ключ не создан.')
  public async createApiKey(@Body() body: ApiKeyParams): Promise<CreatedApiKey> {
    const { name, scopes } = body;
    assertReadableName(name);
    const given = { name, scopes, expiresAt: readExpiry(body.expiresAt) };
    const { secret, ...key } = await createOwnApiKey(this.api.store, this.keyManager, given);
    return { ...presentKey(key, this.keyManager.keyID), apiKey: secret };
  }

  /**
   * Заменить ключ новым с тем же именем и теми же правами; секрет показывается один раз. Прежний действует ещё `overlapSeconds`, чтобы
   * заменить его без перерыва. Заменить можно только ключ, все права которого есть у ключа запроса (иначе `403`).
   * @summary Заменить ключ
   * @param keyID Идентификатор ключа, который действует.
   */
  @Post('{keyID}/rotate')
  @Response<ChangeApiKeyError>('400', 'Ключ не заменён.')
  public async rotateApiKey(@Path() keyID: EntityID, @Body() body: ApiKeyRotationParams): Promise<RotatedApiKey> {
    const given = { id: keyID, overlapSeconds: body.overlapSeconds, expiresAt: readExpiry(body.expiresAt) };
    const { created, old } = await rotateOwnApiKey(this.api.store, this.keyManager, given);
    const { secret, ...key } = created;
    const { keyID: current } = this.keyManager;
    return { created: { ...presentKey(key, current), apiKey: secret }, previous: presentKey(old, current) };
  }

  /**
   * Отозвать ключ навсегда: он перестаёт действовать в течение пяти секунд. Отозвать можно любой ключ участника, с любыми правами, в том
   * числе тот, которым подписан запрос. Повтор ничего не меняет.
   * @summary Отозвать ключ
   */
  @Post('{keyID}/revoke')
  @Response<ChangeApiKeyError>('400', 'Ключ не отозван.')
  public async revokeApiKey(@Path() keyID: EntityID, @Body() body: ApiKeyRevocationParams): Promise<ApiKey> {
    const revoked = await revokeOwnApiKey(this.api.store, this.keyManager, { keyID, reason: body.reason });
    return presentKey(revoked, this.keyManager.keyID);
  }

  private get keyManager(): KeyManager {
    const { caller } = this;
    if (caller.kind !== 'apiKey') throw new Refusal('forbidden', 'not allowed');
    return { partyID: caller.partyID, keyID: caller.keyID };
  }
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const expiresAt = parseRfc3339(text);
  if (expiresAt && expiresAt.getTime() > Date.now()) return expiresAt;
  throw new Refusal('invalidRequest', 'body.expiresAt: must be a future time', { place: 'body.expiresAt' });
}

function presentKey({ id, name, scopes, createdAt, ...times }: ApiKeyRow, currentID: string): ApiKey {
  const { expiresAt, revokedAt, lastUsedAt } = times;
  return {
    ...{ id, name, scopes, createdAt: rfc3339Text(createdAt) },
    ...present({ expiresAt: rfc3339Text(expiresAt), revokedAt: rfc3339Text(revokedAt) }),
    ...present({ lastUsedAt: rfc3339Text(lastUsedAt) }),
    isCurrent: id === currentID,
  };
}
