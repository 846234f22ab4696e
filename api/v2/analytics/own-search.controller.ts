import { Body, Post, Route } from '@tsoa/runtime';
import { amountToWire } from '../../../domain/platform/money/money';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { searchOwn, type FoundOwnEntity } from '../../../store/operators/search/own-search';
import { ApiController } from '../../http/dependencies';
import type { OwnSearchParams, OwnSearchResult, OwnSearchResults } from './own-search.types';

const DEFAULT_LIMIT = 20;

@Route('analytics/search')
export class OwnSearchController extends ApiController {
  /**
   * Найти инвойсы, платежи, возвраты и покупателей всех ваших магазинов одним запросом: идентификатор или ваш `externalID`, почта,
   * телефон, последние четыре цифры или маска карты, RRN, код авторизации, сумма, с валютой или без неё, карта с суммой («4242 1 250,50»); среди последних 5 000 инвойсов и
   * платежей каждого магазина — ещё значение в `metadata` и фамилия плательщика. Номер карты отклоняется. Искать можно не чаще 60 раз в
   * минуту. Запрос — в теле, а не в адресе: адреса попадают в журналы прокси. Расширение договора.
   * @summary Найти по своим магазинам
   */
  @Post()
  public async searchOwn(@Body() body: OwnSearchParams): Promise<OwnSearchResults> {
    const { partyID } = this.caller;
    await this.api.searches.count(partyID);
    const { q: query, limit = DEFAULT_LIMIT } = body;
    const { found, isPartial } = await searchOwn(this.api.store.database, { partyID, query, limit });
    return { result: found.map(presentFound), isPartial };
  }
}

function presentFound(found: FoundOwnEntity): OwnSearchResult {
  const { type, id, at, matched, shopID, externalID, status, amountMinor, currency, email, phone, card } = found;
  return {
    ...{ type: type as OwnSearchResult['type'], id, createdAt: rfc3339Text(at), matched, status },
    ...{ shopID: shopID ?? undefined, externalID: externalID ?? undefined },
    ...{ amount: amountMinor === null ? undefined : amountToWire(amountMinor), currency: currency ?? undefined },
    ...{ email: email ?? undefined, phone: phone ?? undefined, card: card ?? undefined },
  };
}
