import { Body, Get, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal } from '../../domain/platform/errors/refusal';
import { assertPrinted } from '../../domain/payments/payment/card-face';
import { findCardRange, isLuhnValid } from '../../domain/payments/card/card-ranges';
import { getTokenizedCard, keepCard } from '../../store/payments/card-vault/card-vault';
import { unusedCardEnd } from '../../store/platform/retention/retention';
import { createCardAuthData } from '../../security/card-auth-data';
import { ApiController } from '../http/dependencies';
import type {
  BankCard,
  BankCardToken,
  InvalidBankCard,
  SecuredBankCard,
  StoreBankCardResponse,
} from './bank-card.types';

@Route('bank-cards')
export class BankCardsController extends ApiController {
  /**
   * Сохранить банковскую карту и получить её токен. Номер карты хранится зашифрованным и передаётся только провайдеру
   * при выводе средств; код CVV не сохраняется. Токен указывают при создании получателя средств.
   * @summary Сохранить банковскую карту
   */
  @Post()
  @SuccessResponse('201', 'Карта сохранена.')
  @Response<InvalidBankCard>(
    '422',
    'Такой карты не бывает: неверна контрольная цифра или неизвестна платёжная система.',
  )
  public async storeBankCard(@Body() body: BankCard): Promise<StoreBankCardResponse> {
    const { partyID } = this.caller;
    const { cardNumber, expDate, cardHolder } = body;
    assertPrinted({ expDate, cardHolder }, 'body');
    const paymentSystem = isLuhnValid(cardNumber) ? findCardRange(cardNumber)?.system : undefined;
    if (!paymentSystem) throw new Refusal('invalidOperationParameters', 'the number is not one of a card');
    const card = { cardNumber, expDate, cardHolder };
    const { store, vault } = this.api;
    const deleteAfter = unusedCardEnd(new Date());
    const given = { partyID, card, paymentSystem, deleteAfter };
    const { token, bin, lastDigits } = await keepCard({ database: store.database, vault }, given);
    const authData = await createCardAuthData({ partyID, token }, this.api.tokenSigningKeys);
    return { token, bin, lastDigits, authData };
  }

  /**
   * Получить то, что можно показать о сохранённой карте: первые и последние цифры номера.
   * @summary Получить банковскую карту
   * @param token Токен карты.
   */
  @Get('{token}')
  public async getBankCard(@Path() token: BankCardToken): Promise<SecuredBankCard> {
    const card = await getTokenizedCard(this.api.store.database, { token, partyID: this.caller.partyID });
    return { token: card.token, bin: card.bin, lastDigits: card.lastDigits };
  }
}
