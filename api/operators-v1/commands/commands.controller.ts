import { Body, Get, Path, Post, Query, Route } from '@tsoa/runtime';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { COMMAND_TYPES, isCommandTypeName } from '../../../domain/operators/operator-command/command-types';
import { requestCommand } from '../../../operators/commands/command-executors';
import {
  getOperatorCommand,
  listOperatorCommands,
} from '../../../store/operators/operator-command/operator-command.queries';
import {
  decideCommand,
  type CommandDecision,
} from '../../../store/operators/operator-command/operator-command.transitions';
import { listApprovalRules } from '../../../store/operators/operator-command/approval-rules';
import { listReplayLimits } from '../../../store/operators/operator-command/replay-limits';
import { listAllLimits } from '../../../store/operators/operator-command/operator-limits';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import { presentCommand, presentLimit, presentRequested } from './command.presenter';
import type {
  ApprovalParams,
  CommandParams,
  CommandStateName,
  OperatorCommandRecord,
  OperatorCommandRecords,
  OperatorLimitRecords,
} from './command.types';

@Route()
export class OperatorCommandsController extends ApiController {
  /**
   * Запросить команду. В пределах лимита она исполняется сразу, сверх лимита ждёт одобрения другого человека; команды о правах
   * операторов ждут его всегда. Повтор с теми же параметрами в тот же день (UTC) возвращает ту же команду.
   * @summary Запросить команду
   */
  @Post('commands')
  public async createOperatorCommand(@Body() body: CommandParams): Promise<OperatorCommandRecord> {
    const { type, parameters, reason, idempotencyKey } = body;
    if (!isCommandTypeName(type))
      throw new Refusal('invalidRequest', `type: must be one of ${Object.keys(COMMAND_TYPES).join(', ')}`);
    const request = { type, parameters, reason, idempotencyKey };
    return presentRequested(this.api.store.database, await requestCommand(this.api.store, this.operator, request));
  }

  /**
   * Получить команды, от самой новой к самой старой.
   * @summary Команды операторов
   * @param state Состояние команд.
   * @param subjectID Объект, которого касаются команды.
   * @param limit Сколько команд на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   * @maxLength subjectID 254
   */
  @Get('commands')
  public async listOperatorCommands(
    @Query() state?: CommandStateName,
    @Query() subjectID?: string,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<OperatorCommandRecords> {
    const request = { state, subjectID, limit, after: continuationToken };
    const found = await listOperatorCommands(this.api.store.database, request);
    const last = found.length === limit ? found.at(-1) : undefined;
    return { commands: this.withoutContacts(found.map(presentCommand)), ...(last && { continuationToken: last.id }) };
  }

  /**
   * Получить команду с её исходом.
   * @summary Команда оператора
   */
  @Get('commands/{commandID}')
  public async getOperatorCommand(@Path() commandID: EntityID): Promise<OperatorCommandRecord> {
    return this.withoutContacts(presentCommand(await getOperatorCommand(this.api.store.database, commandID)));
  }

  /**
   * Одобрить команду, которая ждёт. Одобряет не тот, кто запросил, не тот, чьих прав она касается, и не тот, кому роль или ключ даны
   * только что (`OPERATOR_APPROVAL_DELAY_SECONDS`). Повтор тем же человеком ничего не меняет.
   * @summary Одобрить команду
   */
  @Post('commands/{commandID}/approve')
  public async approveOperatorCommand(
    @Path() commandID: EntityID,
    @Body() body: ApprovalParams,
  ): Promise<OperatorCommandRecord> {
    return this.decide({ commandID, action: 'approve', reason: body.reason ?? null });
  }

  /**
   * Отклонить команду, которая ждёт. Отклоняет не тот, кто запросил.
   * @summary Отклонить команду
   */
  @Post('commands/{commandID}/reject')
  public async rejectOperatorCommand(
    @Path() commandID: EntityID,
    @Body() body: ReasonParams,
  ): Promise<OperatorCommandRecord> {
    return this.decide({ commandID, action: 'reject', reason: body.reason });
  }

  /**
   * Получить лимиты: сколько роль может двигать без одобрения и сколько сообщений отправить ещё раз, и команды, которым одобрение нужно всегда.
   * Без лимита одобрения ждёт каждая команда с деньгами.
   * @summary Лимиты ролей
   */
  @Get('limits')
  public async listOperatorLimits(): Promise<OperatorLimitRecords> {
    const { database } = this.api.store;
    const limits = (await listAllLimits(database)).map(presentLimit);
    const [replayLimits, approvalRequired] = [await listReplayLimits(database), await listApprovalRules(database)];
    return { limits, replayLimits, approvalRequired };
  }

  private async decide(decision: Omit<CommandDecision, 'delaySeconds'>): Promise<OperatorCommandRecord> {
    const { store, approvalDelaySeconds: delaySeconds } = this.api;
    const decided = await decideCommand(store, this.operator, { ...decision, delaySeconds });
    return presentRequested(store.database, decided);
  }
}
