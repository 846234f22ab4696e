import { Body, Path, Post, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { takeInvitationCode } from '../../../store/operators/operator-invitation/operator-invitation.create';
import { redeemInvitation } from '../../../store/operators/operator-invitation/operator-invitation.redeem';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { readExpiry } from './key-expiry';
import { presentOperatorKey } from './operator.presenter';
import type { CreatedOperatorKey, InvitationCode, InvitationParams } from './operator.types';

@Route()
export class InvitationsController extends ApiController {
  /**
   * Получить свой код приглашения. Один код получает тот, кто запросил команду `createOperator` или `inviteOperator`, другой — тот, кто
   * её одобрил; приглашённому нужны оба. Код показывается один раз.
   * @summary Код приглашения
   */
  @Post('invitations/{invitationID}/code')
  public async takeInvitationCode(@Path() invitationID: EntityID): Promise<InvitationCode> {
    const taken = { id: invitationID, takerID: this.operator.operatorID };
    const { id, operatorID, expiresAt, code } = await takeInvitationCode(this.api.store, taken);
    return { invitationID: id, operatorID, expiresAt: rfc3339Text(expiresAt), code };
  }

  /**
   * Принять приглашение: приглашённый сам создаёт свой ключ. Действует один раз; секрет ключа показывается один раз.
   * @summary Принять приглашение
   */
  @Post('invitations/redeem')
  public async redeemInvitation(@Body() body: InvitationParams): Promise<CreatedOperatorKey> {
    const { codes, name } = body;
    const expiresAt = readExpiry(body.expiresAt, Date.now());
    const { secret, ...key } = await redeemInvitation(this.api.store, { codes, name, expiresAt });
    return { ...presentOperatorKey(key), operatorKey: secret };
  }
}
