import { createHash } from 'node:crypto';
import { Body, Delete, Get, Path, Post, Route } from '@tsoa/runtime';
import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { countReplay, orderReplay, type ReplayRequest } from '../../../store/delivery/webhook/replay.order';
import { cancelReplay, readReplay } from '../../../store/delivery/webhook/replay.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentProgress, presentReplay } from './webhook.presenter';
import type { Replay, ReplayParams, ReplayState } from './webhook.types';

@Route()
export class ReplaysController extends ApiController {
  /**
   * Отправить сообщения вебхука ещё раз: об одном объекте — по порядку, новые события их не ждут. Идентификаторы событий прежние,
   * заголовок `Holdfast-Replay` говорит, что это повтор. Сверх дневного лимита роли ответ — 403.
   * @summary Отправить ещё раз
   */
  @Post('webhooks/{webhookID}/replays')
  public async replayWebhook(@Path() webhookID: EntityID, @Body() body: ReplayParams): Promise<Replay> {
    return this.replay(body, { webhookID });
  }

  /**
   * Отправить ещё раз сообщения всех вебхуков участника.
   * @summary Отправить участнику ещё раз
   */
  @Post('parties/{partyID}/replays')
  public async replayParty(@Path() partyID: EntityID, @Body() body: ReplayParams): Promise<Replay> {
    return this.replay(body, { partyID });
  }

  /**
   * Узнать, как далеко зашла повторная отправка.
   * @summary Повторная отправка
   */
  @Get('replays/{replayID}')
  public async getReplay(@Path() replayID: EntityID): Promise<ReplayState> {
    return presentProgress(replayID, await readReplay(this.api.store, replayID));
  }

  /**
   * Отменить то, что ещё в плане. Что уже отправляется, будет отправлено.
   * @summary Отменить повторную отправку
   */
  @Delete('replays/{replayID}')
  public async cancelReplay(@Path() replayID: EntityID): Promise<ReplayState> {
    const progress = presentProgress(replayID, await cancelReplay(this.api.store, replayID));
    return { ...progress, isChanged: this.isChanged };
  }

  private async replay(params: ReplayParams, of: { webhookID: string } | { partyID: string }): Promise<Replay> {
    const { dryRun = false, from, to, fromEventID, toEventID, eventTypes, subject, idempotencyKey } = params;
    const request: ReplayRequest = {
      ...of,
      fromTime: from === undefined ? undefined : parseRfc3339(from),
      toTime: to === undefined ? undefined : parseRfc3339(to),
      fromEventID: fromEventID === undefined ? undefined : BigInt(fromEventID),
      toEventID: toEventID === undefined ? undefined : BigInt(toEventID),
      eventTypes,
      subject,
      ...(idempotencyKey === undefined ? {} : { replayID: replayIDOf(this.operator, { idempotencyKey, ...of }) }),
    };
    const { store } = this.api;
    return presentReplay(dryRun ? await countReplay(store, request) : await orderReplay(store, request, this.operator));
  }
}

/** An id that the same operator gets again with the same key and subject. */
function replayIDOf({ operatorID }: { operatorID: string }, named: Readonly<Record<string, string>>): string {
  return createHash('sha256')
    .update(JSON.stringify({ operatorID, ...named }))
    .digest('hex')
    .slice(0, 32);
}
