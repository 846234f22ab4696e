import { Controller, Get, OperationId, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../domain/errors/refusal';
import { findCurrency } from './currency-list';
import type { Currency } from './currency.types';
import type { CurrencyQuery } from './primitives.types';

@Route('currencies')
export class CurrenciesController extends Controller {
  /**
   * Получить сведения о валюте: название, знак и число знаков после запятой.
   * @summary Получить валюту
   * @param currencyID Буквенный код валюты в любом регистре.
   */
  @Get('{currencyID}')
  @OperationId('getCurrency')
  @SuccessResponse('200', 'Валюта найдена.')
  public async getCurrency(@Path() currencyID: CurrencyQuery): Promise<Currency> {
    const currency = findCurrency(currencyID);
    if (!currency) throw notFound('Currency');
    const { sign, ...fields } = currency;
    return sign === null ? fields : { ...fields, sign };
  }
}
