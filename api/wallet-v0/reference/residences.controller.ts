import { Controller, Get, Path, Route } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { toFlag, residenceKey, type Residence as KnownResidence } from '../../../domain/wallets/residence/residence';
import { findCountry } from '../../http/countries';
import type { ResidenceQuery } from '../shared/primitives.types';
import type { Residence } from './residence.types';

@Route('residences')
export class ResidencesController extends Controller {
  /**
   * Получить сведения о стране резидентства: название и флаг.
   * @summary Получить страну
   * @param residence Трёхбуквенный код страны в любом регистре.
   */
  @Get('{residence}')
  public async getResidence(@Path() residence: ResidenceQuery): Promise<Residence> {
    const found = findResidence(residence);
    if (!found) throw notFound('Residence');
    const { flag, ...fields } = found;
    return flag === null ? fields : { ...fields, flag };
  }
}

/** Finds a country by its alpha-3 code in either case, with Russian name and flag. */
function findResidence(text: string): KnownResidence | undefined {
  const country = findCountry(residenceKey(text));
  return country && { id: country.id, name: country.name, flag: toFlag(country.alpha2) };
}
