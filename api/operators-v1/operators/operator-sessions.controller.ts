import { Body, Get, Path, Post, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { endSessionsOf, listSessionsOf } from '../../../store/operators/operator/operator.sessions';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { AccessReason, OperatorSessions } from './operator.types';

@Route()
export class OperatorSessionsController extends ApiController {
  /**
   * Получить открытые сеансы оператора в консоли.
   * @summary Сеансы оператора
   */
  @Get('operators/{operatorID}/sessions')
  public async listOperatorSessions(@Path() operatorID: EntityID): Promise<OperatorSessions> {
    const sessions = await listSessionsOf(this.api.store, operatorID);
    return {
      sessions: sessions.map(({ id: sessionID, address, browser, startedAt, seenAt }) => ({
        ...{ sessionID, address, browser, startedAt: rfc3339Text(startedAt), seenAt: rfc3339Text(seenAt) },
      })),
    };
  }

  /**
   * Завершить сеанс оператора: в консоли этого браузера нужно войти снова. Повтор ничего не меняет.
   * @summary Завершить сеанс
   */
  @Post('operators/{operatorID}/sessions/{sessionID}/end')
  public async endOperatorSession(
    @Path() operatorID: EntityID,
    @Path() sessionID: EntityID,
    @Body() body: AccessReason,
  ): Promise<OperatorSessions> {
    await endSessionsOf(this.api.store, { operatorID, sessionID, reason: body.reason });
    return { ...(await this.listOperatorSessions(operatorID)), isChanged: this.isChanged };
  }

  /**
   * Завершить все сеансы оператора. Ключи продолжают действовать: с ними можно войти снова.
   * @summary Завершить все сеансы
   */
  @Post('operators/{operatorID}/sessions/end')
  public async endOperatorSessions(
    @Path() operatorID: EntityID,
    @Body() body: AccessReason,
  ): Promise<OperatorSessions> {
    await endSessionsOf(this.api.store, { operatorID, reason: body.reason });
    return { ...(await this.listOperatorSessions(operatorID)), isChanged: this.isChanged };
  }
}
