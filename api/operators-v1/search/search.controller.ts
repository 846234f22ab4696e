import { Body, Post, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { showContacts } from '../../../domain/operators/search/personal-data';
import { searchEverywhere, type FoundEntity } from '../../../store/operators/search/search-everywhere';
import { ApiController } from '../../http/dependencies';
import type { FoundObject, FoundObjects, FoundType, SearchParams } from './search.types';

@Route()
export class SearchController extends ApiController {
  /**
   * Найти по всем участникам: идентификатор любого объекта, идентификатор участника (`externalID`), почту, телефон, последние четыре цифры карты или её
   * маску, RRN, код авторизации, номер операции у провайдера, сумму с валютой или без неё («1 250,50 ₽»), карту с суммой («4242 1 250,50»). Сравнивается значение
   * целиком. Номер карты отклоняется. Оператор ищет не чаще 60 раз в минуту; каждый поиск попадает в журнал действий, без самого запроса.
   * Запрос — в теле, а не в адресе: адреса попадают в журналы прокси.
   * @summary Поиск
   */
  @Post('search')
  public async searchEverywhere(@Body() body: SearchParams): Promise<FoundObjects> {
    const { q, limit = 20, continuationToken } = body;
    const { operator, origin } = this.asOperator();
    await this.api.searches.count(operator.operatorID);
    const store = { ...this.api.store, origin };
    const { rows, continuationToken: next } = await searchEverywhere(store, { query: q, limit, continuationToken });
    const isMasked = this.masksContacts();
    return {
      results: rows.map((row) => presentFound(row, isMasked)),
      ...(next === undefined ? {} : { continuationToken: next }),
    };
  }
}

function presentFound(found: FoundEntity, isMasked: boolean): FoundObject {
  const { type, id, at, matched, partyID, shopID, externalID, status, amountMinor, currency, card } = found;
  const amount = amountMinor === null ? null : Number(amountMinor);
  const optional = { partyID, shopID, externalID, status, amount, currency, card, ...showContacts(found, isMasked) };
  return {
    ...{ type: type as FoundType, id, createdAt: rfc3339Text(at), matched },
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)) as Partial<FoundObject>),
  };
}
