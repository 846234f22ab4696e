import { Body, Get, OperationId, Post, Res, Route, SuccessResponse, type TsoaResponse } from '@tsoa/runtime';
import { checkFile, exportConfiguration } from '../../../operators/configuration/configuration';
import { requestConfiguration } from '../../../operators/configuration/request-configuration';
import type { EntityChange } from '../../../store/configuration/configuration.change';
import { presentRequested } from '../commands/command.presenter';
import type { OperatorCommandRecord } from '../commands/command.types';
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
    const { problems, changes } = await checkFile(this.api.store.database, body.data);
    return {
      problems: problems.map(({ place, message }) => ({
        place: place.map(String),
        message,
      })),
      changes: changes.map(presentChange),
    };
  }

  /**
   * Загрузить файл: всё или ничего. Ничего не удаляется; повтор ничего не меняет. Если файл решает, куда идут деньги, он ждёт одобрения
   * второго человека целиком: тогда ответ — 202.
   * @summary Загрузить файл
   */
  @Post('reference/load')
  @OperationId('loadReferenceData')
  @SuccessResponse('200', 'Что изменилось.')
  public async loadReferenceData(
    @Body() body: ReferenceFileLoad,
    @Res() waits: TsoaResponse<202, OperatorCommandRecord>,
  ): Promise<ReferenceLoaded> {
    const { data, reason } = body;
    const requested = await requestConfiguration(this.api.store, this.operator, {
      order: { name: 'load', data },
      reason,
    });
    if ('changes' in requested) return { changes: requested.changes.map(presentChange), isChanged: this.isChanged };
    return waits(202, await presentRequested(this.api.store.database, requested.command)) as never;
  }
}

function presentChange({ type, id, version, before, after, isGuarded }: EntityChange): ReferenceChange {
  return { type, id, version, ...(before && { before }), after, needsApproval: isGuarded };
}
