import { Body, Get, Path, Post, Queries, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { createFileLink } from '../../../security/file-link';
import { orderReport } from '../../../store/merchants/settlement/document.order';
import {
  getRegistryFileID,
  listRegistriesOfOperator,
  listRegistriesOfParty,
} from '../../../store/merchants/report/registry.queries';
import { ApiController } from '../../http/dependencies';
import type { RegistryFormat, RegistryID } from '../../registries/registry.types';
import { parseMoment } from '../lists/listed-period';
import { presentOperatedRegistry } from './registry.presenter';
import type {
  OperatedRegistries,
  OperatedRegistry,
  OperatedRegistryFilter,
  OperatedRegistryParams,
  RegistryFileLink,
} from './registry.types';

@Route('registries')
export class RegistriesController extends ApiController {
  /**
   * Заказать реестр за период, выписку по пакету или за месяц, акт или счёт: файлы CSV (поля разделены `;`, с меткой порядка байтов), XLSX и
   * PDF строятся в фоне. Пока такой же реестр
   * строится, второй не заказывается. Одновременно строится не больше 20 реестров, заказанных одним оператором: на лишний заказ ответ — 503.
   * @summary Заказать реестр
   */
  @Post()
  public async orderOperatedRegistry(@Body() body: OperatedRegistryParams): Promise<OperatedRegistry> {
    const { from, to, ...asked } = body;
    const { store, registryDays: keepDays } = this.api;
    const period = {
      ...(from !== undefined && { fromTime: parseMoment(from, 'body.from') }),
      ...(to !== undefined && { toTime: parseMoment(to, 'body.to') }),
    };
    const orderedBy = this.operator.operatorID;
    return presentOperatedRegistry(await orderReport(store, { ...asked, ...period, orderedBy, keepDays }));
  }

  /**
   * Получить реестры, от нового к старому: сколько уже построено, и до какого времени они хранятся.
   * @summary Реестры
   */
  @Get()
  public async listOperatedRegistries(@Queries() filter: OperatedRegistryFilter): Promise<OperatedRegistries> {
    const { partyID, limit = 20, continuationToken: after } = filter;
    const { database } = this.api.store;
    const page = { after, limit: limit + 1 };
    const found =
      partyID === undefined
        ? await listRegistriesOfOperator(database, { ...page, operatorID: this.operator.operatorID })
        : await listRegistriesOfParty(database, { ...page, partyID, isForOperators: true });
    const registries = found.slice(0, limit).map(presentOperatedRegistry);
    const last = registries.at(-1);
    return { registries, ...(found.length > limit && last ? { continuationToken: last.registryID } : {}) };
  }

  /**
   * Получить ссылку, по которой файл реестра можно скачать без ключа. Ссылка действует одну минуту.
   * @summary Ссылка на файл реестра
   */
  @Post('{registryID}/files/{format}')
  public async linkRegistryFile(
    @Path() registryID: RegistryID,
    @Path() format: RegistryFormat,
  ): Promise<RegistryFileLink> {
    const { store, tokenSigningKeys, apiUrl } = this.api;
    const fileID = await getRegistryFileID(store.database, { registryID, format });
    const { token, expiresAt } = await createFileLink(fileID, tokenSigningKeys);
    return { url: `${apiUrl}/files/${token}`, expiresAt: rfc3339Text(expiresAt) };
  }
}
