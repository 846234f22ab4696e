import { Body, Get, Path, Post, Queries, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { readGrant } from '../../../store/wallets/grant/grant-tokens';
import { readQuoteToken } from '../../../store/wallets/quote/quote-tokens';
import { createWithdrawal } from '../../../store/wallets/withdrawal/withdrawal.create';
import { getWithdrawalEvent, listWithdrawalEvents } from '../../../store/wallets/withdrawal/withdrawal.events';
import { getWithdrawal, listWithdrawals } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { ApiController } from '../../http/dependencies';
import { toMoney } from '../shared/asset';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import { EMPTY_PAGE, isForeign, toRanges } from '../shared/filters';
import type { LocationHeader } from '../shared/location.types';
import type { EntityID } from '../shared/primitives.types';
import type { WithdrawalEvent, WithdrawalEventFilters, WithdrawalEventID } from './withdrawal-event.types';
import { presentWithdrawal, presentWithdrawalEvent } from './withdrawal.presenter';
import type { Withdrawal, WithdrawalFilters, WithdrawalPage, WithdrawalParameters } from './withdrawal.types';

@Route('withdrawals')
export class WithdrawalsController extends ApiController {
  /**
   * Создать вывод средств из кошелька получателю. Сумма сразу удерживается на счёте кошелька, а сам вывод проходит
   * асинхронно: за его статусом следите по событиям или вебхукам. Если средств не хватает, исчерпан лимит кошелька или
   * вывести средства этому получателю некому, вывод создаётся уже неудавшимся.
   * @summary Создать вывод средств
   */
  @Post()
  @SuccessResponse<LocationHeader>('202', 'Вывод средств принят.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Вывод средств не создан: данные операции недопустимы.')
  public async createWithdrawal(@Body() body: WithdrawalParameters): Promise<Withdrawal> {
    const { store, tokenSigningKeys } = this.api;
    const { metadata = null, externalID = null } = body;
    const { customer = null, billingAddress = null, contactInfo = null } = body;
    const withdrawal = await createWithdrawal(store, {
      partyID: this.caller.partyID,
      walletID: body.wallet,
      destinationID: body.destination,
      body: toMoney(body.body),
      openTokens: async () => ({
        walletGrant: await readGrant('wallet', body.walletGrant, tokenSigningKeys),
        destinationGrant: await readGrant('destination', body.destinationGrant, tokenSigningKeys),
        quote: await readQuoteToken(body.quoteToken, tokenSigningKeys),
      }),
      fee: body.fee && toMoney(body.fee),
      ...{ customer, billingAddress, contactInfo, metadata, externalID },
    });
    this.setHeader('Location', `/wallet/v0/withdrawals/${withdrawal.id}`);
    return presentWithdrawal(withdrawal);
  }

  /**
   * Получить выводы средств, от новых к старым.
   * @summary Получить выводы средств
   */
  @Get()
  public async listWithdrawals(@Queries() filters: WithdrawalFilters): Promise<WithdrawalPage> {
    const { partyID } = this.caller;
    const ranges = toRanges(filters);
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listWithdrawals(this.api.store, { ...filters, ...ranges, partyID });
    return { result: page.rows.map(presentWithdrawal), continuationToken: page.continuationToken };
  }

  /**
   * Получить вывод средств и узнать его статус.
   * @summary Получить вывод средств
   */
  @Get('{withdrawalID}')
  public async getWithdrawal(@Path() withdrawalID: EntityID): Promise<Withdrawal> {
    return presentWithdrawal(await getWithdrawal(this.api.store, { withdrawalID, partyID: this.caller.partyID }));
  }

  /**
   * Получить события вывода средств, от первого к последнему.
   * @summary Получить события вывода средств
   */
  @Get('{withdrawalID}/events')
  @SuccessResponse('200', 'События вывода средств.')
  public async pollWithdrawalEvents(
    @Path() withdrawalID: EntityID,
    @Queries() filters: WithdrawalEventFilters,
  ): Promise<WithdrawalEvent[]> {
    const { partyID } = this.caller;
    const { limit, eventCursor: after = 0 } = filters;
    const events = await listWithdrawalEvents(this.api.store, { withdrawalID, partyID, limit, after });
    return events.map(presentWithdrawalEvent);
  }

  /**
   * Получить одно событие вывода средств.
   * @summary Получить событие вывода средств
   */
  @Get('{withdrawalID}/events/{eventID}')
  public async getWithdrawalEvents(
    @Path() withdrawalID: EntityID,
    @Path() eventID: WithdrawalEventID,
  ): Promise<WithdrawalEvent> {
    const { partyID } = this.caller;
    return presentWithdrawalEvent(await getWithdrawalEvent(this.api.store, { withdrawalID, partyID, eventID }));
  }
}
