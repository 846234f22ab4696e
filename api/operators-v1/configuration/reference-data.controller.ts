import { Body, Get, Post, Res, Route, type TsoaResponse } from '@tsoa/runtime';
import { checkFile, exportConfiguration } from '../../../operators/configuration/configuration';
import { dryRunConfiguration } from '../../../operators/configuration/dry-run';
import { requestConfiguration } from '../../../operators/configuration/request-configuration';
import type { EntityChange } from '../../../store/merchants/configuration/configuration.change';
import { presentRequested } from '../commands/command.presenter';
import type { OperatorCommandRecord } from '../commands/command.types';
import { ApiController } from '../../http/dependencies';
import { presentProblems } from '../shared/errors';
import { presentDryRun } from './configuration.presenter';
import type {
  ConfigurationFields,
  DryRunParams,
  DryRunResult,
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
  public async exportReferenceData(): Promise<ConfigurationFields> {
    return this.withoutContacts(await exportConfiguration(this.api.store.database));
  }

  /**
   * Проверить файл и узнать, что он изменит. В файле может быть один участник: остальное берётся из настроенного.
   * @summary Проверить файл
   */
  @Post('reference/check')
  public async checkReferenceData(@Body() body: ReferenceFile): Promise<ReferenceCheck> {
    const { problems, changes } = await checkFile(this.api.store.database, body.data);
    return { problems: presentProblems(problems), changes: this.withoutContacts(changes.map(presentChange)) };
  }

  /**
   * Узнать, что сделала бы команда настройки с платежами вчерашних суток (UTC): через какую учётную запись эквайера пошёл бы первым
   * каждый платёж и какой была бы комиссия, по условиям до изменения и после него. Условия берутся на время, с которого они действуют.
   * Ничего не записывается.
   * @summary Проверить на вчерашних платежах
   */
  @Post('reference/dry-run')
  public async dryRunConfiguration(@Body() body: DryRunParams): Promise<DryRunResult> {
    return presentDryRun(await dryRunConfiguration(this.api.store, body));
  }

  /**
   * Загрузить файл: всё или ничего. Ничего не удаляется; повтор ничего не меняет. Если файл решает, куда идут деньги, он ждёт одобрения
   * второго человека целиком: тогда ответ — 202.
   * @summary Загрузить файл
   */
  @Post('reference/load')
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
