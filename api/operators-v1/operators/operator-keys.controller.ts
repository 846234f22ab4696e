import { Body, Get, Path, Post, Route } from '@tsoa/runtime';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { createOperatorKey } from '../../../store/operators/operator-key/operator-key.create';
import { listOperatorKeys } from '../../../store/operators/operator-key/operator-key.queries';
import { revokeOperatorKey } from '../../../store/operators/operator-key/operator-key.transitions';
import { getOperator } from '../../../store/operators/operator/operator.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { readExpiry } from './key-expiry';
import { presentOperatorKey } from './operator.presenter';
import type {
  AccessReason,
  CreatedOperatorKey,
  OperatorKeyInfo,
  OperatorKeyParams,
  OperatorKeys,
} from './operator.types';

@Route()
export class OperatorKeysController extends ApiController {
  /**
   * Получить ключи оператора без секретов.
   * @summary Ключи оператора
   */
  @Get('operators/{operatorID}/keys')
  public async listOperatorKeys(@Path() operatorID: EntityID): Promise<OperatorKeys> {
    const { id } = await getOperator(this.api.store.database, operatorID);
    return this.listKeysOf(id);
  }

  /**
   * Отозвать ключ навсегда: следующий запрос с ним отклоняется.
   * @summary Отозвать ключ
   */
  @Post('operator-keys/{keyID}/revoke')
  public async revokeOperatorKey(@Path() keyID: EntityID, @Body() body: AccessReason): Promise<OperatorKeyInfo> {
    return this.revoke({ id: keyID, reason: body.reason });
  }

  /**
   * Получить свои ключи без секретов.
   * @summary Свои ключи
   */
  @Get('me/keys')
  public async listOwnOperatorKeys(): Promise<OperatorKeys> {
    return this.listKeysOf(this.operator.operatorID);
  }

  /**
   * Создать ещё один свой ключ, у которого не больше ролей, чем у ключа или токена запроса. Секрет показывается один раз.
   * @summary Создать свой ключ
   */
  @Post('me/keys')
  public async createOwnOperatorKey(@Body() body: OperatorKeyParams): Promise<CreatedOperatorKey> {
    const { database, origin } = this.api.store;
    const { operatorID, keyID, roles: held } = this.operator;
    const missing = (body.roles ?? []).filter((role) => !held.includes(role));
    if (missing.length > 0)
      throw new Refusal('operationNotPermitted', `roles: the key of this request has no role ${missing.join(', ')}`);
    const expiresAt = readExpiry(body.expiresAt, Date.now());
    const made =
      keyID === null ? { roles: body.roles ?? held, isTrusted: true } : { roles: body.roles, madeWith: keyID };
    const key = { name: body.name, operatorID, expiresAt, ...made };
    const { secret, ...created } = await createOperatorKey(database, key, origin);
    return { ...presentOperatorKey(created), operatorKey: secret };
  }

  /**
   * Отозвать свой ключ навсегда, также ключ этого запроса.
   * @summary Отозвать свой ключ
   */
  @Post('me/keys/{keyID}/revoke')
  public async revokeOwnOperatorKey(@Path() keyID: EntityID, @Body() body: AccessReason): Promise<OperatorKeyInfo> {
    return this.revoke({ id: keyID, operatorID: this.operator.operatorID, reason: body.reason });
  }

  private async listKeysOf(operatorID: string): Promise<OperatorKeys> {
    return { keys: (await listOperatorKeys(this.api.store.database, operatorID)).map(presentOperatorKey) };
  }

  private async revoke(given: { id: string; operatorID?: string; reason: string }): Promise<OperatorKeyInfo> {
    const { database, origin } = this.api.store;
    const key = await revokeOperatorKey(database, given, origin);
    if (!key) throw notFound('Operator key');
    return { ...presentOperatorKey(key), isChanged: this.isChanged };
  }
}
