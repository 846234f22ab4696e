import { Body, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { readGrant } from '../../../store/wallets/grant/grant-tokens';
import { createCardQuote } from '../../../store/wallets/quote/card-quote.create';
import { createQuote, type Quote } from '../../../store/wallets/quote/quote.create';
import { ApiController } from '../../http/dependencies';
import { toMoney } from '../shared/asset';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import type { QuoteParameters } from './quote-parameters.types';
import type { QuoteRequest, WithdrawalQuote, WithdrawalQuoteParams } from './withdrawal-quote.types';
import { presentTerms } from '../withdrawals/withdrawal.presenter';

@Route('withdrawal-quotes')
export class WithdrawalQuotesController extends ApiController {
  /**
   * Получить котировку вывода: сколько спишется с кошелька и сколько получит получатель. Котировку получают для кошелька или
   * для перевода на карту от имени владельца: тогда подойдёт любой его кошелёк, а получателем должна быть эта карта. Условия
   * действуют 15 минут и годятся для одного вывода, в котором указан токен котировки. Повтор с тем же `externalID` возвращает ту же котировку,
   * даже если её срок истёк.
   * @summary Получить котировку
   */
  @Post()
  @SuccessResponse('202', 'Котировка создана.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Котировка не создана: данные операции недопустимы.')
  public async createQuote(@Body() body: QuoteRequest): Promise<WithdrawalQuote> {
    const { partyID } = this.caller;
    const quote = await ('walletID' in body ? this.ofWallet(partyID, body) : this.ofCard(partyID, body));
    return { ...presentTerms(quote), quoteToken: quote.quoteToken };
  }

  private async ofWallet(partyID: string, body: WithdrawalQuoteParams): Promise<Quote> {
    const { store, tokenSigningKeys: signingKeys } = this.api;
    const { walletID, destinationID, currencyFrom, currencyTo, externalID } = body;
    return createQuote(
      store,
      {
        ...{ partyID, walletID, destinationID, currencyFrom, currencyTo, externalID },
        cash: toMoney(body.cash),
        openGrants: async () => ({
          walletGrant: await readGrant('wallet', body.walletGrant, signingKeys),
          destinationGrant: await readGrant('destination', body.destinationGrant, signingKeys),
        }),
      },
      { signingKeys },
    );
  }

  private ofCard(partyID: string, { identityID, sender, receiver, body }: QuoteParameters): Promise<Quote> {
    const { store, tokenSigningKeys: signingKeys } = this.api;
    const tokens = { senderToken: sender.token, receiverToken: receiver.token };
    return createCardQuote(store, { partyID, identityID, ...tokens, body: toMoney(body) }, { signingKeys });
  }
}
