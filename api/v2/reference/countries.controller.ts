import { Get, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { listTradeBlocs } from '../../../store/merchants/reference-data/reference-data.queries';
import { findCountry, listCountries } from '../../http/countries';
import { ApiController } from '../../http/dependencies';
import type { CountryCode } from '../shared/primitives.types';
import { presentCountry } from './reference-data.presenter';
import type { Country } from './reference-data.types';

@Route('processing/countries')
export class CountriesController extends ApiController {
  /**
   * Получить все страны с торговыми объединениями, в которые они входят.
   * @summary Получить страны
   */
  @Get()
  @SuccessResponse('200', 'Страны.')
  public async getCountries(): Promise<Country[]> {
    const blocs = await listTradeBlocs(this.api.store.database);
    return listCountries().map((country) => presentCountry(country, blocs));
  }

  /**
   * Получить страну и торговые объединения, в которые она входит.
   * @summary Получить страну
   */
  @Get('{countryID}')
  public async getCountryByID(@Path() countryID: CountryCode): Promise<Country> {
    const country = findCountry(countryID);
    if (!country) throw notFound('Country');
    return presentCountry(country, await listTradeBlocs(this.api.store.database));
  }
}
