import { Body, Get, Path, Post, Queries, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound, type Refusal } from '../../../domain/platform/errors/refusal';
import { badIdentity } from '../../../domain/wallets/identity/identity';
import { assertPeriod } from '../../../domain/merchants/report/report';
import { requireIdentity } from '../../../store/wallets/identity/identity.queries';
import { createReport } from '../../../store/merchants/report/report.create';
import { getReport, listReports } from '../../../store/merchants/report/report.queries';
import type { Caller } from '../../http/context';
import { ApiController } from '../../http/dependencies';
import { parseDateFilter, isForeign } from '../shared/filters';
import type { EntityID, PartyID } from '../shared/primitives.types';
import { presentReport } from './report.presenter';
import type { Report, ReportFilters, ReportID, ReportParams } from './report.types';

@Route('identities/{identityID}/reports')
export class ReportsController extends ApiController {
  /**
   * Заказать отчёт о выводах средств владельца за период. Отчёт строится асинхронно; когда он готов, в нём появляются
   * файлы: CSV в кодировке UTF-8 с меткой порядка байтов и XLSX. Суммы в них — десятичные дроби в единицах валюты.
   * Одновременно строится не больше 100 отчётов участника: на лишний заказ ответ — 503, а в заголовке `Retry-After` — через
   * сколько секунд повторить.
   * @summary Создать отчёт
   * @param partyID Идентификатор участника. По умолчанию — участник, которому принадлежит ключ.
   */
  @Post()
  @SuccessResponse('201', 'Отчёт заказан.')
  public async createReport(
    @Path() identityID: EntityID,
    @Body() body: ReportParams,
    @Query() partyID?: PartyID,
  ): Promise<Report> {
    const owner = getOwner(this.caller, partyID, badIdentity);
    const given = { partyID: owner, identityID, type: body.reportType, ...parsePeriod(body) };
    return presentReport(await createReport(this.api.store, given));
  }

  /**
   * Получить отчёты владельца, заказанные за период, от старых к новым.
   * @summary Получить отчёты
   */
  @Get()
  @SuccessResponse('200', 'Отчёты.')
  public async getReports(@Path() identityID: EntityID, @Queries() filters: ReportFilters): Promise<Report[]> {
    const partyID = getOwner(this.caller, filters.partyID, badIdentity);
    const { database } = this.api.store;
    const period = parsePeriod(filters);
    assertPeriod(period);
    await requireIdentity(database, { identityID, partyID });
    const reports = await listReports(database, { identityID, partyID, type: filters.type, ...period });
    return reports.map(presentReport);
  }

  /**
   * Получить отчёт: узнать, готов ли он, и его файлы.
   * @summary Получить отчёт
   * @param partyID Идентификатор участника. По умолчанию — участник, которому принадлежит ключ.
   */
  @Get('{reportID}')
  public async getReport(
    @Path() identityID: EntityID,
    @Path() reportID: ReportID,
    @Query() partyID?: PartyID,
  ): Promise<Report> {
    const ref = { reportID, identityID, partyID: getOwner(this.caller, partyID, () => notFound('Report')) };
    return presentReport(await getReport(this.api.store.database, ref));
  }
}

/** The key's party. @throws the refusal if another one is requested */
function getOwner({ partyID }: Caller, asked: string | undefined, refusal: () => Refusal): string {
  if (isForeign(partyID, asked)) throw refusal();
  return partyID;
}

function parsePeriod({ fromTime, toTime }: Pick<ReportFilters, 'fromTime' | 'toTime'>): {
  fromTime: Date;
  toTime: Date;
} {
  return { fromTime: parseDateFilter(fromTime, 'fromTime'), toTime: parseDateFilter(toTime, 'toTime') };
}
