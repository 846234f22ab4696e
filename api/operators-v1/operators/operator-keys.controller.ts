import { Body, Get, OperationId, Path, Post, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal, notFound } from '../../../domain/errors/refusal';
import { parseRfc3339 } from '../../../domain/rfc3339/rfc3339';
import { createOperatorKey } from '../../../store/operator-key/operator-key.create';
import { listOperatorKeys } from '../../../store/operator-key/operator-key.queries';
import { revokeOperatorKey } from '../../../store/operator-key/operator-key.transitions';
import { getOperator } from '../../../store/operator/operator.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentOperatorKey } from './operator.presenter';
import type {
  AccessReason,
  CreatedOperatorKey,
  OperatorKeyInfo,
  OperatorKeyParams,
  OperatorKeys,
} from './operator.types';

const DAY_MS = 86_400_000;
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
const MAX_LIFETIME_MS = 366 * DAY_MS;

@Route()
export class OperatorKeysController extends ApiController {
  /**
   * Получить ключи оператора без секретов.
   * @summary Ключи оператора
   */
  @Get('operators/{operatorID}/keys')
  @OperationId('listOperatorKeys')
  @SuccessResponse('200', 'Ключи.')
  public async listOperatorKeys(@Path() operatorID: EntityID): Promise<OperatorKeys> {
    const { id } = await getOperator(this.api.store.database, operatorID);
    return { keys: (await listOperatorKeys(this.api.store.database, id)).map(presentOperatorKey) };
  }

  /**
   * Создать ключ оператора. Секрет показывается один раз.
   * @summary Создать ключ
   */
  @Post('operators/{operatorID}/keys')
  @OperationId('createOperatorKey')
  @SuccessResponse('200', 'Ключ с секретом.')
  public async createOperatorKey(
    @Path() operatorID: EntityID,
    @Body() body: OperatorKeyParams,
  ): Promise<CreatedOperatorKey> {
    const { database, origin } = this.api.store;
    const { id, roles: held } = await getOperator(database, operatorID);
    const missing = (body.roles ?? []).filter((role) => !held.includes(role));
    if (missing.length > 0) {
      throw new Refusal('operationNotPermitted', `roles: the operator has no role ${missing.join(', ')}`);
    }
    const expiresAt = readExpiry(body.expiresAt, Date.now());
    const { name, roles } = body;
    const { secret, ...key } = await createOperatorKey(database, { name, operatorID: id, roles, expiresAt }, origin);
    return { ...presentOperatorKey(key), operatorKey: secret };
  }

  /**
   * Отозвать ключ навсегда: следующий запрос с ним отклоняется.
   * @summary Отозвать ключ
   */
  @Post('operator-keys/{keyID}/revoke')
  @OperationId('revokeOperatorKey')
  @SuccessResponse('200', 'Ключ.')
  public async revokeOperatorKey(@Path() keyID: EntityID, @Body() body: AccessReason): Promise<OperatorKeyInfo> {
    const { database, origin } = this.api.store;
    const key = await revokeOperatorKey(database, { id: keyID, reason: body.reason }, origin);
    if (!key) throw notFound('Operator key');
    return { ...presentOperatorKey(key), isChanged: this.isChanged };
  }
}

function readExpiry(text: string | undefined, now: number): Date {
  if (text === undefined) return new Date(now + DEFAULT_LIFETIME_MS);
  const expiresAt = parseRfc3339(text);
  if (expiresAt && expiresAt.getTime() > now && expiresAt.getTime() <= now + MAX_LIFETIME_MS) return expiresAt;
  throw new Refusal('invalidRequest', 'body.expiresAt: must be a time within a year from now');
}
