import { Body, Get, Post, Query, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { getReportProgress, type Report } from '../../../domain/merchants/report/report';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { orderReport } from '../../../store/merchants/settlement/document.order';
import { listRegistriesOfParty } from '../../../store/merchants/report/registry.queries';
import { parseMoment, refused } from '../analytics/search-conditions';
import { ApiController } from '../../http/dependencies';
import type { OrderRegistryError } from '../shared/error.types';
import type { RegistryID } from '../../registries/registry.types';
import type { Registry, RegistryPage, RegistryParams } from './registry.types';

@Route('processing/registries')
export class OwnRegistriesController extends ApiController {
  /**
   * Заказать реестр платежей или возвратов магазина либо выводов средств за период, а также выписку по пакету или за месяц, акт или
   * счёт (расширение договора). Время в выписке — по часовому поясу магазина; выписка закрытого периода не меняется. Файлы CSV (поля разделены точкой с запятой,
   * с меткой порядка байтов), XLSX и PDF строятся асинхронно. Пока такой же реестр строится, второй не заказывается. Одновременно
   * строится не больше 100 заказанных участником реестров и отчётов: на лишний заказ ответ — 503, а в заголовке `Retry-After` — через
   * сколько секунд повторить.
   * @summary Заказать реестр
   */
  @Post()
  @SuccessResponse('201', 'Реестр заказан.')
  @Response<OrderRegistryError>('400', 'Реестр не заказан.')
  public async orderRegistry(@Body() body: RegistryParams): Promise<Registry> {
    const { kind, shopID, batchID, month, currency } = body;
    const { store, registryDays: keepDays } = this.api;
    const { partyID } = this.caller;
    if ((kind === 'withdrawals' || kind === 'settlementStatement') !== (shopID === undefined)) {
      throw refused('shopID', 'is required, but not allowed for withdrawals and the statement of a batch');
    }
    if ((kind === 'settlementStatement') !== (batchID !== undefined)) {
      throw refused('batchID', 'is required for the statement of a batch, and not allowed for anything else');
    }
    const report = await orderReport(store, {
      ...{ kind, keepDays, ownerID: batchID ?? shopID ?? partyID },
      ...{ callerPartyID: partyID, orderedBy: null, month, currency },
      ...(body.fromTime !== undefined && { fromTime: parseMoment(body.fromTime, 'fromTime') }),
      ...(body.toTime !== undefined && { toTime: parseMoment(body.toTime, 'toTime') }),
    });
    return presentRegistry(report);
  }

  /**
   * Получить заказанные вами реестры, от новых к старым: сколько уже построено, файлы и до какого времени они хранятся.
   * @summary Получить реестры
   * @param limit Сколько на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 100
   */
  @Get()
  public async listRegistries(@Query() limit = 20, @Query() continuationToken?: RegistryID): Promise<RegistryPage> {
    const { partyID } = this.caller;
    const page = { partyID, isForOperators: false, after: continuationToken, limit: limit + 1 };
    const found = await listRegistriesOfParty(this.api.store.database, page);
    const result = found.slice(0, limit).map(presentRegistry);
    const last = result.at(-1);
    return { result, ...(found.length > limit && last ? { continuationToken: last.id } : {}) };
  }
}

function presentRegistry(report: Report): Registry {
  const { id, type, shopID, documentID, status, rowsTotal, createdAt, expiresAt, files } = report;
  if (type === 'withdrawalRegistry') throw new Error(`the report ${id} is not a registry`);
  return {
    ...{ id, kind: type, status, rowCount: rowsTotal ?? 0, progress: getReportProgress(report) },
    ...(shopID === null ? {} : { shopID }),
    ...(documentID === null ? {} : { documentID }),
    fromTime: rfc3339Text(report.fromTime),
    toTime: rfc3339Text(report.toTime),
    createdAt: rfc3339Text(createdAt),
    expiresAt: rfc3339Text(expiresAt ?? createdAt),
    files: [...files],
  };
}
