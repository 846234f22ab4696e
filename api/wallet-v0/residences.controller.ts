import { Controller, Get, OperationId, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../domain/errors/refusal';
import type { ResidenceQuery } from './primitives.types';
import { findResidence } from './residence-list';
import type { Residence } from './residence.types';

@Route('residences')
export class ResidencesController extends Controller {
  /**
   * Получить сведения о стране резидентства: название и флаг.
   * @summary Получить страну
   * @param residence Трёхбуквенный код страны в любом регистре.
   */
  @Get('{residence}')
  @OperationId('getResidence')
  @SuccessResponse('200', 'Страна найдена.')
  public async getResidence(@Path() residence: ResidenceQuery): Promise<Residence> {
    const found = findResidence(residence);
    if (!found) throw notFound('Residence');
    const { flag, ...fields } = found;
    return flag === null ? fields : { ...fields, flag };
  }
}
