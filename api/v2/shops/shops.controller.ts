import { Get, Path, Put, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { findShop, listShops } from '../../../store/merchants/shop/shop.queries';
import { setShopSuspended } from '../../../store/merchants/shop/suspension';
import { ApiController, type ApiDependencies } from '../../http/dependencies';
import { ownPartyOfPath } from '../shared/own-party';
import type { PartyID, ShopID } from '../shared/primitives.types';
import { presentShop } from './shop.presenter';
import type { Shop } from './shop.types';

@Route('processing/shops')
export class ShopsController extends ApiController {
  /**
   * Получить все магазины вашего участника.
   * @summary Получить магазины
   */
  @Get()
  @SuccessResponse('200', 'Магазины.')
  public async getShops(): Promise<Shop[]> {
    const shops = await listShops(this.api.store.database, this.caller.partyID);
    return shops.map(presentShop);
  }

  /**
   * Получить магазин вашего участника.
   * @summary Получить магазин
   */
  @Get('{shopID}')
  public async getShopByID(@Path() shopID: ShopID): Promise<Shop> {
    return readShop(this.api, { shopID, partyID: this.caller.partyID });
  }

  /**
   * Возобновить работу магазина вашего участника. Если он не был приостановлен, ничего не меняется. Возобновить участника и его
   * магазины можно 60 раз за 10 минут: на лишний запрос ответ — 429, а в заголовке `Retry-After` — через сколько секунд
   * повторить. Приостановить можно всегда.
   * @summary Возобновить работу магазина
   */
  @Put('{shopID}/activate')
  @SuccessResponse('204', 'Магазин работает.')
  public async activateShop(@Path() shopID: ShopID): Promise<void> {
    await activate(this.api, { shopID, partyID: this.caller.partyID });
  }

  /**
   * Приостановить работу магазина вашего участника. Пока она приостановлена, операции с инвойсами, платежами, покупателями и
   * шаблонами магазина отклоняются с кодом `invalidShopStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу магазина
   */
  @Put('{shopID}/suspend')
  @SuccessResponse('204', 'Работа магазина приостановлена.')
  public async suspendShop(@Path() shopID: ShopID): Promise<void> {
    await setShopSuspended(this.api.store, { shopID, partyID: this.caller.partyID, isSuspended: true });
  }
}

@Route('processing/parties/{partyID}/shops')
export class PartyShopsController extends ApiController {
  /**
   * Получить все магазины участника.
   * @summary Получить магазины участника
   */
  @Get()
  @SuccessResponse('200', 'Магазины.')
  public async getShopsForParty(@Path() partyID: PartyID): Promise<Shop[]> {
    const shops = await listShops(this.api.store.database, ownPartyOfPath(this.caller, partyID));
    return shops.map(presentShop);
  }

  /**
   * Получить магазин участника.
   * @summary Получить магазин участника
   */
  @Get('{shopID}')
  public async getShopByIDForParty(@Path() partyID: PartyID, @Path() shopID: ShopID): Promise<Shop> {
    return readShop(this.api, { shopID, partyID: ownPartyOfPath(this.caller, partyID, 'Shop') });
  }

  /**
   * Возобновить работу магазина участника. Если он не был приостановлен, ничего не меняется. Возобновить участника и его
   * магазины можно 60 раз за 10 минут: на лишний запрос ответ — 429, а в заголовке `Retry-After` — через сколько секунд
   * повторить. Приостановить можно всегда.
   * @summary Возобновить работу магазина участника
   */
  @Put('{shopID}/activate')
  @SuccessResponse('204', 'Магазин работает.')
  public async activateShopForParty(@Path() partyID: PartyID, @Path() shopID: ShopID): Promise<void> {
    await activate(this.api, { shopID, partyID: ownPartyOfPath(this.caller, partyID, 'Shop') });
  }

  /**
   * Приостановить работу магазина участника. Пока она приостановлена, операции с инвойсами, платежами, покупателями и
   * шаблонами магазина отклоняются с кодом `invalidShopStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу магазина участника
   */
  @Put('{shopID}/suspend')
  @SuccessResponse('204', 'Работа магазина приостановлена.')
  public async suspendShopForParty(@Path() partyID: PartyID, @Path() shopID: ShopID): Promise<void> {
    const own = ownPartyOfPath(this.caller, partyID, 'Shop');
    await setShopSuspended(this.api.store, { shopID, partyID: own, isSuspended: true });
  }
}

async function activate(
  { store, activations }: ApiDependencies,
  named: { shopID: string; partyID: string },
): Promise<void> {
  await setShopSuspended(store, { ...named, isSuspended: false, onChange: () => activations.count(named.partyID) });
}

async function readShop(api: ApiDependencies, named: { shopID: string; partyID: string }): Promise<Shop> {
  const shop = await findShop(api.store.database, named);
  if (!shop) throw notFound('Shop');
  return presentShop(shop);
}
