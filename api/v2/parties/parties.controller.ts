import { Get, Path, Put, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { findParty } from '../../../store/merchants/shop/shop.queries';
import { setPartySuspended } from '../../../store/merchants/shop/suspension';
import { ApiController, type ApiDependencies } from '../../http/dependencies';
import { ownPartyOfPath } from '../shared/own-party';
import type { Party } from './party.types';
import type { PartyID } from '../shared/primitives.types';
import { presentParty } from '../shops/shop.presenter';

@Route('processing/me')
export class MyPartyController extends ApiController {
  /**
   * Получить участника, которому принадлежит ключ API.
   * @summary Получить своего участника
   */
  @Get()
  public async getMyParty(): Promise<Party> {
    return readParty(this.api, this.caller.partyID);
  }

  /**
   * Возобновить работу участника, которому принадлежит ключ API. Если он не был приостановлен, ничего не меняется.
   * Возобновить участника и его магазины можно 60 раз за 10 минут: на лишний запрос ответ — 429, а в заголовке `Retry-After` —
   * через сколько секунд повторить. Приостановить можно всегда.
   * @summary Возобновить работу своего участника
   */
  @Put('activate')
  @SuccessResponse('204', 'Участник работает.')
  public async activateMyParty(): Promise<void> {
    await activate(this.api, this.caller.partyID);
  }

  /**
   * Приостановить работу участника, которому принадлежит ключ API. Пока она приостановлена, операции с инвойсами, платежами,
   * покупателями и шаблонами отклоняются с кодом `invalidPartyStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу своего участника
   */
  @Put('suspend')
  @SuccessResponse('204', 'Работа участника приостановлена.')
  public async suspendMyParty(): Promise<void> {
    await setPartySuspended(this.api.store, { partyID: this.caller.partyID, isSuspended: true });
  }
}

@Route('processing/parties/{partyID}')
export class PartiesController extends ApiController {
  /**
   * Получить участника по его идентификатору.
   * @summary Получить участника
   */
  @Get()
  public async getPartyByID(@Path() partyID: PartyID): Promise<Party> {
    return readParty(this.api, ownPartyOfPath(this.caller, partyID));
  }

  /**
   * Возобновить работу участника. Если он не был приостановлен, ничего не меняется. Возобновить участника и его магазины можно
   * 60 раз за 10 минут: на лишний запрос ответ — 429, а в заголовке `Retry-After` — через сколько секунд повторить.
   * Приостановить можно всегда.
   * @summary Возобновить работу участника
   */
  @Put('activate')
  @SuccessResponse('204', 'Участник работает.')
  public async activatePartyByID(@Path() partyID: PartyID): Promise<void> {
    await activate(this.api, ownPartyOfPath(this.caller, partyID));
  }

  /**
   * Приостановить работу участника. Пока она приостановлена, операции с инвойсами, платежами, покупателями и шаблонами
   * отклоняются с кодом `invalidPartyStatus`. Начатые платежи будут завершены.
   * @summary Приостановить работу участника
   */
  @Put('suspend')
  @SuccessResponse('204', 'Работа участника приостановлена.')
  public async suspendPartyByID(@Path() partyID: PartyID): Promise<void> {
    const own = ownPartyOfPath(this.caller, partyID);
    await setPartySuspended(this.api.store, { partyID: own, isSuspended: true });
  }
}

async function activate({ store, activations }: ApiDependencies, partyID: string): Promise<void> {
  await setPartySuspended(store, { partyID, isSuspended: false, onChange: () => activations.count(partyID) });
}

async function readParty(api: ApiDependencies, partyID: string): Promise<Party> {
  const party = await findParty(api.store.database, partyID);
  if (!party) throw notFound('Party');
  return presentParty(party);
}
