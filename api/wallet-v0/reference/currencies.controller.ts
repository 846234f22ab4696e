import { Controller, Get, OperationId, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { code } from 'currency-codes';
import { currencyKey, type Currency as KnownCurrency } from '../../../domain/currency/currency';
import { notFound } from '../../../domain/errors/refusal';
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
  @OperationId('getCurrency')
  @SuccessResponse('200', 'Валюта найдена.')
  public async getCurrency(@Path() currencyID: CurrencyQuery): Promise<Currency> {
    const currency = findCurrency(currencyID);
    if (!currency) throw notFound('Currency');
    const { sign, ...fields } = currency;
    return sign === null ? fields : { ...fields, sign };
  }
}

const NAMES = new Intl.DisplayNames(['ru'], { type: 'currency', fallback: 'none' });

/** A currency of ISO 4217 by its alphabetic code in either case; its Russian name and its sign are those of CLDR. */
function findCurrency(text: string): KnownCurrency | undefined {
  const entry = code(currencyKey(text));
  if (!entry) return undefined;
  const { code: id, number: numericCode, digits, currency } = entry;
  return { id, numericCode, name: NAMES.of(id) ?? currency, sign: signOf(id), exponent: digits };
}

/** The narrow sign, where the currency has one that is not its code. */
function signOf(currency: string): string | null {
  const format = new Intl.NumberFormat('ru', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return sign === undefined || sign === currency ? null : sign;
}
