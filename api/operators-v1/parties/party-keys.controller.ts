import { Body, Get, Path, Post, Put, Res, Route, type TsoaResponse } from '@tsoa/runtime';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { parseRfc3339, rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { insertApiKey, replaceApiKey } from '../../../store/merchants/api-key/api-key.create';
import { requestCommand } from '../../../operators/commands/command-executors';
import { findValidKey, listApiKeys } from '../../../store/merchants/api-key/api-key.queries';
import type { ApiKeyRow } from '../../../store/merchants/api-key/api-key.table';
import { makeKeyAlone, takePartyKey } from '../../../store/merchants/api-key/party-key.take';
import { revokeApiKey } from '../../../store/merchants/api-key/api-key.transitions';
import { listRequestLimits, setRequestLimit } from '../../../store/merchants/request-limit/request-limit';
import { findParty } from '../../../store/merchants/shop/shop.queries';
import { ApiController } from '../../http/dependencies';
import { presentRequested } from '../commands/command.presenter';
import type { OperatorCommandRecord } from '../commands/command.types';
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
  TakenPartyKey,
} from './party-keys.types';

@Route()
export class PartyKeysController extends ApiController {
  /**
   * Получить ключи участника без секретов: права, срок, последнее использование.
   * @summary Ключи участника
   */
  @Get('parties/{partyID}/api-keys')
  public async listPartyKeys(@Path() partyID: EntityID): Promise<PartyKeys> {
    await this.assertParty(partyID);
    return { keys: (await listApiKeys(this.api.store.database, partyID)).map(presentKey) };
  }

  /**
   * Создать ключ участника. Секрет показывается один раз. Как только на платформе появились настоящие деньги — договор любого участника,
   * маршрут или владелец кошельков у настоящего провайдера, — ключ ждёт одобрения второго человека: тогда ответ — 202, а секрет выдаёт
   * `takePartyKey`.
   * @summary Создать ключ участника
   */
  @Post('parties/{partyID}/api-keys')
  public async createPartyKey(
    @Path() partyID: EntityID,
    @Body() body: PartyKeyParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<CreatedPartyKey> {
    await this.assertParty(partyID);
    const { name, scopes, reason } = body;
    const expiresAt = readExpiry(body.expiresAt);
    const alone = await makeKeyAlone(this.api.store, partyID, (change) =>
      insertApiKey(change, { partyID, name, scopes, expiresAt }),
    );
    const parameters = { partyID, name, scopes, expiresAt: body.expiresAt };
    if (!alone) return this.requestKey({ type: 'createPartyKey', parameters, reason }, waits);
    const { secret, ...key } = alone.made;
    return { ...presentKey(key), apiKey: secret };
  }

  /**
   * Заменить ключ участника новым с теми же правами. Прежний действует ещё `overlapSeconds`. Одобрение нужно там же, где оно нужно новому
   * ключу; прежний ключ действует до выдачи нового.
   * @summary Заменить ключ участника
   */
  @Post('api-keys/{keyID}/rotate')
  public async rotatePartyKey(
    @Path() keyID: EntityID,
    @Body() body: PartyKeyRotationParams,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<RotatedPartyKey> {
    const { overlapSeconds, reason } = body;
    const known = await findValidKey(this.api.store.database, keyID);
    if (!known) throw notFound('Valid key');
    const given = { id: keyID, overlapSeconds, expiresAt: readExpiry(body.expiresAt) };
    const alone = await makeKeyAlone(this.api.store, known.partyID, (change) => replaceApiKey(change, given));
    const parameters = { keyID, overlapSeconds, expiresAt: body.expiresAt };
    if (!alone) return this.requestKey({ type: 'rotatePartyKey', parameters, reason }, waits);
    const rotated = alone.made;
    if (!rotated) throw notFound('Valid key');
    const { secret, ...created } = rotated.created;
    return { created: { ...presentKey(created), apiKey: secret }, previous: presentKey(rotated.old) };
  }

  /**
   * Получить ключ по одобренной команде `createPartyKey` или `rotatePartyKey`: тот, кто её запросил, один раз и не позже трёх суток.
   * @summary Получить одобренный ключ участника
   */
  @Post('commands/{commandID}/party-key')
  public async takePartyKey(@Path() commandID: EntityID): Promise<TakenPartyKey> {
    const { created, old } = await takePartyKey(this.api.store, { commandID, takerID: this.operator.operatorID });
    const { secret, ...key } = created;
    return { created: { ...presentKey(key), apiKey: secret }, ...(old && { previous: presentKey(old) }) };
  }

  /**
   * Отозвать ключ участника навсегда: он перестаёт действовать в течение пяти секунд.
   * @summary Отозвать ключ участника
   */
  @Post('api-keys/{keyID}/revoke')
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
  public async listRequestLimits(): Promise<PartyRequestLimits> {
    return { limits: await listRequestLimits(this.api.store) };
  }

  /**
   * Задать пределы запросов участника или вернуть обычные. Действует через несколько секунд.
   * @summary Задать пределы запросов
   */
  @Put('parties/{partyID}/request-limit')
  public async setRequestLimit(
    @Path() partyID: EntityID,
    @Body() body: RequestLimitParams,
  ): Promise<PartyRequestLimit> {
    await this.assertParty(partyID);
    const { perKey = null, perToken = null } = body;
    return { ...(await setRequestLimit(this.api.store, { partyID, perKey, perToken })), isChanged: this.isChanged };
  }

  private async requestKey(
    { reason, ...command }: { type: string; parameters: object; reason: string | undefined },
    waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<never> {
    if (reason === undefined) throw new Refusal('invalidRequest', 'reason: is required, a second person reads it');
    const { store } = this.api;
    const requested = await requestCommand(store, this.operator, { ...command, reason });
    return waits(202, await presentRequested(store.database, requested)) as never;
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
