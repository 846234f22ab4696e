import { Body, Get, OperationId, Post, Route, SuccessResponse } from '@tsoa/runtime';
import { checkFile, exportConfiguration, loadFile } from '../../../operators/configuration/configuration';
import type { EntityChange } from '../../../store/configuration/configuration.change';
import { ApiController } from '../../http/dependencies';
import type {
  ConfigurationFields,
  ReferenceChange,
  ReferenceCheck,
  ReferenceFile,
  ReferenceFileLoad,
  ReferenceLoaded,
} from './configuration.types';

@Route()
export class ReferenceDataController extends ApiController {
  /**
   * Получить всё, что настроено, в виде файла.
   * @summary Все настройки
   */
  @Get('reference')
  @OperationId('exportReferenceData')
  @SuccessResponse('200', 'Всё, что настроено.')
  public async exportReferenceData(): Promise<ConfigurationFields> {
    return exportConfiguration(this.api.store.database);
  }

  /**
   * Проверить файл и узнать, что он изменит. В файле может быть один участник: остальное берётся из настроенного.
   * @summary Проверить файл
   */
  @Post('reference/check')
  @OperationId('checkReferenceData')
  @SuccessResponse('200', 'Что изменит файл или почему его нельзя загрузить.')
  public async checkReferenceData(@Body() body: ReferenceFile): Promise<ReferenceCheck> {
    const { problems, changes } = await checkFile(this.api.store, { value: body.data });
    return {
      problems: problems.map(({ place, message }) => ({
        place: place.map(String),
        message,
      })),
      changes: changes.map(presentChange),
    };
  }

  /**
   * Загрузить файл: всё или ничего. Ничего не удаляется; повтор ничего не меняет.
   * @summary Загрузить файл
   */
  @Post('reference/load')
  @OperationId('loadReferenceData')
  @SuccessResponse('200', 'Что изменилось.')
  public async loadReferenceData(@Body() body: ReferenceFileLoad): Promise<ReferenceLoaded> {
    const { loaded, changes } = await loadFile(this.api.store, { value: body.data, reason: body.reason });
    return { loaded, changes: changes.map(presentChange), isChanged: this.isChanged };
  }
}

function presentChange({ type, id, version, before, after }: EntityChange): ReferenceChange {
  return { type, id, version, ...(before && { before }), after };
}
