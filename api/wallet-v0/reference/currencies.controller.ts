import { Controller, Get, Path, Route } from '@tsoa/runtime';
import { CURRENCIES, currencyKey } from '../../../domain/platform/currency/currency';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { Currency } from './currency.types';
import type { CurrencyQuery } from '../shared/primitives.types';

@Route('currencies')
export class CurrenciesController extends Controller {
  /**
   * Получить сведения о валюте: название, знак и число знаков после запятой.
   * @summary Получить валюту
   * @param currencyID Буквенный код валюты в любом регистре.
   */
  @Get('{currencyID}')
  public async getCurrency(@Path() currencyID: CurrencyQuery): Promise<Currency> {
    const currency = CURRENCIES.get(currencyKey(currencyID));
    if (!currency?.isInForce) throw notFound('Currency');
    const { id, numericCode, name, sign, exponent } = currency;
    return { id, numericCode, name, sign: sign ?? undefined, exponent };
  }
}
