import { Body, Get, Path, Post, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { present } from '../../../domain/platform/fields/present';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { countWork, listWork, recordOpening, type WorkItem } from '../../../store/operators/queue/work-queue';
import { showContacts } from '../../../domain/operators/search/personal-data';
import { ApiController } from '../../http/dependencies';
import type { OpenedItem, QueueCounts, QueueItem, QueueItems, QueueKind } from './queue.types';

@Route()
export class QueueController extends ApiController {
  /**
   * Узнать, сколько чего ждёт оператора и где это посмотреть.
   * @summary Что ждёт оператора
   */
  @Get('queue')
  public async getQueue(): Promise<QueueCounts> {
    const counts = await countWork(this.api.store);
    return {
      queues: counts.map(({ kind, count, firstAt }) => ({
        ...{ kind, count },
        ...(firstAt ? { firstAt: rfc3339Text(firstAt) } : {}),
        path: `/operators/v1/queue/${kind}`,
      })),
    };
  }

  /**
   * Получить то, что ждёт оператора, от самого срочного или старого. Срок ответа на чарджбэк — 30 дней с начала этапа, в арбитраже — 10: это
   * меньшие из сроков Visa и Mastercard.
   * @summary Список дел
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 400
   */
  @Get('queue/{kind}')
  public async listQueue(
    @Path() kind: QueueKind,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<QueueItems> {
    const { rows, continuationToken: next } = await listWork(this.api.store, { kind, limit, continuationToken });
    const isMasked = this.masksContacts();
    return {
      items: rows.map((item) => presentItem(item, isMasked)),
      ...(next === undefined ? {} : { continuationToken: next }),
    };
  }

  /**
   * Записать, что вы открыли дело: следующая смена увидит, кто и когда смотрел его последним.
   * @summary Открыть дело
   */
  @Post('queue/{kind}/opened')
  @SuccessResponse('204', 'Записано.')
  public async openQueueItem(@Path() kind: QueueKind, @Body() body: OpenedItem): Promise<void> {
    await recordOpening(this.api.store, { kind, id: body.id });
  }
}

function presentItem(item: WorkItem, isMasked: boolean): QueueItem {
  const { id, at, partyID, shopID, amountMinor, currency, fact, openedBy, openedAt } = item;
  return {
    ...{ id, at: rfc3339Text(at) },
    ...(amountMinor === null ? {} : { amount: Number(amountMinor) }),
    ...present({ partyID, shopID, currency, openedBy, openedAt: rfc3339Text(openedAt) }),
    fact: fact.type === 'review' ? { ...fact, ...showContacts(fact, isMasked) } : fact,
  };
}
