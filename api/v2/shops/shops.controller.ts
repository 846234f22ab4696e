import { Controller, Get, OperationId, Path, Put, Request, Route, SuccessResponse } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { notFound } from '../../../domain/errors/refusal';
import { findShop, listShops } from '../../../store/shop/shop.queries';
import { setShopSuspended } from '../../../store/shop/suspension';
import { callerOf } from '../../http/context';
import type { ApiDependencies } from '../../http/dependencies';
import { ownPartyOfPath } from '../shared/own-party';
import type { PartyID, ShopID } from '../shared/primitives.types';
import { presentShop } from './shop.presenter';
import type { Shop } from './shop.types';

@Route('processing/shops')
export class ShopsController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить все магазины вашего участника.
   * @summary Получить магазины
   */
  @Get()
  @OperationId('getShops')
  @SuccessResponse('200', 'Магазины.')
  public async getShops(@Request() request: HttpRequest): Promise<Shop[]> {
    const shops = await listShops(this.api.store.database, callerOf(request).partyID);
    return shops.map(presentShop);
  }

  /**
   * Получить магазин вашего участника.
   * @summary Получить магазин
   * @param shopID Идентификатор магазина.
   */
  @Get('{shopID}')
  @OperationId('getShopByID')
  @SuccessResponse('200', 'Магазин найден.')
  public async getShopByID(@Request() request: HttpRequest, @Path() shopID: ShopID): Promise<Shop> {
    return shopOf(this.api, { shopID, partyID: callerOf(request).partyID });
  }

  /**
   * Возобновить работу магазина вашего участника. Если он не был приостановлен, ничего не меняется.
   * @summary Возобновить работу магазина
   * @param shopID Идентификатор магазина.
   */
  @Put('{shopID}/activate')
  @OperationId('activateShop')
  @SuccessResponse('204', 'Магазин работает.')
  public async activateShop(@Request() request: HttpRequest, @Path() shopID: ShopID): Promise<void> {
    const { partyID } = callerOf(request);
    await setShopSuspended(this.api.store, { shopID, partyID, isSuspended: false });
  }

  /**
   * Приостановить работу магазина вашего участника. Пока она приостановлена, операции с инвойсами, платежами, плательщиками и
   * шаблонами магазина отклоняются с кодом `invalidShopStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу магазина
   * @param shopID Идентификатор магазина.
   */
  @Put('{shopID}/suspend')
  @OperationId('suspendShop')
  @SuccessResponse('204', 'Работа магазина приостановлена.')
  public async suspendShop(@Request() request: HttpRequest, @Path() shopID: ShopID): Promise<void> {
    const { partyID } = callerOf(request);
    await setShopSuspended(this.api.store, { shopID, partyID, isSuspended: true });
  }
}

@Route('processing/parties/{partyID}/shops')
export class PartyShopsController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить все магазины участника.
   * @summary Получить магазины участника
   * @param partyID Идентификатор участника.
   */
  @Get()
  @OperationId('getShopsForParty')
  @SuccessResponse('200', 'Магазины.')
  public async getShopsForParty(@Request() request: HttpRequest, @Path() partyID: PartyID): Promise<Shop[]> {
    const shops = await listShops(this.api.store.database, ownPartyOfPath(request, partyID));
    return shops.map(presentShop);
  }

  /**
   * Получить магазин участника.
   * @summary Получить магазин участника
   * @param partyID Идентификатор участника.
   * @param shopID Идентификатор магазина.
   */
  @Get('{shopID}')
  @OperationId('getShopByIDForParty')
  @SuccessResponse('200', 'Магазин найден.')
  public async getShopByIDForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() shopID: ShopID,
  ): Promise<Shop> {
    return shopOf(this.api, { shopID, partyID: ownPartyOfPath(request, partyID, 'Shop') });
  }

  /**
   * Возобновить работу магазина участника. Если он не был приостановлен, ничего не меняется.
   * @summary Возобновить работу магазина участника
   * @param partyID Идентификатор участника.
   * @param shopID Идентификатор магазина.
   */
  @Put('{shopID}/activate')
  @OperationId('activateShopForParty')
  @SuccessResponse('204', 'Магазин работает.')
  public async activateShopForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() shopID: ShopID,
  ): Promise<void> {
    const own = ownPartyOfPath(request, partyID, 'Shop');
    await setShopSuspended(this.api.store, { shopID, partyID: own, isSuspended: false });
  }

  /**
   * Приостановить работу магазина участника. Пока она приостановлена, операции с инвойсами, платежами, плательщиками и
   * шаблонами магазина отклоняются с кодом `invalidShopStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу магазина участника
   * @param partyID Идентификатор участника.
   * @param shopID Идентификатор магазина.
   */
  @Put('{shopID}/suspend')
  @OperationId('suspendShopForParty')
  @SuccessResponse('204', 'Работа магазина приостановлена.')
  public async suspendShopForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() shopID: ShopID,
  ): Promise<void> {
    const own = ownPartyOfPath(request, partyID, 'Shop');
    await setShopSuspended(this.api.store, { shopID, partyID: own, isSuspended: true });
  }
}

async function shopOf(api: ApiDependencies, named: { shopID: string; partyID: string }): Promise<Shop> {
  const shop = await findShop(api.store.database, named);
  if (!shop) throw notFound('Shop');
  return presentShop(shop);
}
