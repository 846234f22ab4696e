import { Body, Get, Path, Post, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { present } from '../../../domain/platform/fields/present';
import { Refusal } from '../../../domain/platform/errors/refusal';
import {
  countErasureRows,
  getErasure,
  listErasureRows,
  listErasures,
} from '../../../store/operators/person/erasure.queries';
import type { RecordedErasure } from '../../../store/operators/person/erasure.table';
import { cancelErasure, confirmErasure, requestErasure } from '../../../store/operators/person/erasure.transitions';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { Erasure, ErasureList, ErasureParams, ErasureRows } from './erasure.types';

@Route()
export class ErasuresController extends ApiController {
  /**
   * Запросить удаление данных человека. Сначала данные ищутся; стираются они только после подтверждения. Суммы и идентификаторы остаются.
   * @summary Запросить удаление данных
   */
  @Post('erasures')
  @SuccessResponse('201', 'Удаление, данные для которого ищутся.')
  public async requestErasure(@Body() body: ErasureParams): Promise<Erasure> {
    const { reason, ...selector } = body;
    this.setStatus(201);
    return this.present(await requestErasure(this.api.store, { selector, reason }));
  }

  /**
   * Получить удаления, от самого нового к самому старому.
   * @summary Удаления данных
   * @param limit Сколько удалений на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 100
   * @maxLength continuationToken 40
   */
  @Get('erasures')
  public async listErasures(@Query() limit = 50, @Query() continuationToken?: string): Promise<ErasureList> {
    const found = await listErasures(this.api.store.database, { after: continuationToken, limit: limit + 1 });
    const erasures = await this.presentAll(found.slice(0, limit));
    const last = found.length > limit ? erasures.at(-1) : undefined;
    return { erasures, ...(last && { continuationToken: last.id }) };
  }

  /**
   * Узнать состояние удаления и сколько данных найдено.
   * @summary Удаление данных
   */
  @Get('erasures/{erasureID}')
  public async getErasure(@Path() erasureID: EntityID): Promise<Erasure> {
    return this.present(await getErasure(this.api.store.database, erasureID));
  }

  /**
   * Получить найденные записи.
   * @summary Найденные записи
   * @param limit Сколько записей на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 100
   */
  @Get('erasures/{erasureID}/rows')
  public async listErasureRows(
    @Path() erasureID: EntityID,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<ErasureRows> {
    const { database } = this.api.store;
    await getErasure(database, erasureID);
    const rows = await listErasureRows(database, { id: erasureID, after: readToken(continuationToken), limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { rows, ...(last && { continuationToken: `${last.kind}/${last.name}` }) };
  }

  /**
   * Подтвердить удаление, которое запросил другой администратор: данные ищутся ещё раз и стираются. Отменить это нельзя. Данные незавершённых платежей и выводов стираются после их завершения.
   * @summary Подтвердить удаление
   */
  @Post('erasures/{erasureID}/confirm')
  public async confirmErasure(@Path() erasureID: EntityID): Promise<Erasure> {
    const erasure = await this.present(await confirmErasure(this.api.store, erasureID));
    return { ...erasure, isChanged: this.isChanged };
  }

  /**
   * Отменить удаление, которое не подтверждено.
   * @summary Отменить удаление
   */
  @Post('erasures/{erasureID}/cancel')
  public async cancelErasure(@Path() erasureID: EntityID): Promise<Erasure> {
    const erasure = await this.present(await cancelErasure(this.api.store, erasureID));
    return { ...erasure, isChanged: this.isChanged };
  }

  private async present(erasure: RecordedErasure): Promise<Erasure> {
    const [presented] = await this.presentAll([erasure]);
    return presented as Erasure;
  }

  private async presentAll(erasures: readonly RecordedErasure[]): Promise<Erasure[]> {
    const counts = await countErasureRows(
      this.api.store.database,
      erasures.map(({ id }) => id),
    );
    return erasures.map((erasure) => ({ ...present(erasure), found: counts.get(erasure.id) ?? [] }));
  }
}

/** @throws Refusal badToken */
function readToken(token: string | undefined): [kind: string, name: string] {
  if (token === undefined) return ['', ''];
  const [, kind, name] = /^([a-z]+)\/(.+)$/.exec(token) ?? [];
  if (kind !== undefined && name !== undefined) return [kind, name];
  throw new Refusal('badToken', 'continuationToken is not one of this listing', { place: 'continuationToken' });
}
