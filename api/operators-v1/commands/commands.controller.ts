import { Body, Delete, Get, OperationId, Path, Post, Put, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { isCurrency } from '../../../domain/currency/currency';
import { Refusal } from '../../../domain/errors/refusal';
import { COMMAND_TYPES, isCommandTypeName } from '../../../domain/operator-command/command-types';
import { createOperatorCommand, type CreatedCommand } from '../../../store/operator-command/operator-command.create';
import { getOperatorCommand, listOperatorCommands } from '../../../store/operator-command/operator-command.queries';
import { decideCommand } from '../../../store/operator-command/operator-command.transitions';
import { listApprovalRules, setApprovalRule } from '../../../store/operator-command/approval-rules';
import { listReplayLimits, setReplayLimit } from '../../../store/operator-command/replay-limits';
import { deleteLimit, listAllLimits, setLimit } from '../../../store/operator-command/operator-limits';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { ReasonParams } from '../webhooks/webhook.types';
import { presentCommand, presentLimit } from './command.presenter';
import type {
  ApprovalParams,
  CommandParams,
  CommandStateName,
  LimitedRole,
  OperatorCommandRecord,
  OperatorCommandRecords,
  OperatorLimitParams,
  OperatorLimitRecord,
  OperatorLimitRecords,
  ReplayLimitParams,
} from './command.types';

@Route()
export class OperatorCommandsController extends ApiController {
  /**
   * Запросить команду. В пределах лимита она исполняется сразу, сверх лимита ждёт одобрения другого человека. Повтор с теми же
   * параметрами в тот же день (UTC) возвращает ту же команду.
   * @summary Запросить команду
   */
  @Post('commands')
  @OperationId('createOperatorCommand')
  @SuccessResponse('200', 'Команда записана.')
  public async createOperatorCommand(@Body() body: CommandParams): Promise<OperatorCommandRecord> {
    const { type, parameters, reason, idempotencyKey } = body;
    if (!isCommandTypeName(type))
      throw new Refusal('invalidRequest', `type: must be one of ${Object.keys(COMMAND_TYPES).join(', ')}`);
    const request = { type, parameters, reason, idempotencyKey };
    return this.present(await createOperatorCommand(this.api.store, this.operator, request));
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
   * @maxLength subjectID 100
   */
  @Get('commands')
  @OperationId('listOperatorCommands')
  @SuccessResponse('200', 'Страница команд.')
  public async listOperatorCommands(
    @Query() state?: CommandStateName,
    @Query() subjectID?: string,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<OperatorCommandRecords> {
    const request = { state, subjectID, limit, after: continuationToken };
    const found = await listOperatorCommands(this.api.store.database, request);
    const last = found.length === limit ? found.at(-1) : undefined;
    return { commands: found.map(presentCommand), ...(last && { continuationToken: last.id }) };
  }

  /**
   * Получить команду с её исходом.
   * @summary Команда оператора
   */
  @Get('commands/{commandID}')
  @OperationId('getOperatorCommand')
  @SuccessResponse('200', 'Команда.')
  public async getOperatorCommand(@Path() commandID: EntityID): Promise<OperatorCommandRecord> {
    return presentCommand(await getOperatorCommand(this.api.store.database, commandID));
  }

  /**
   * Одобрить команду, которая ждёт. Одобряет не тот, кто запросил; повтор тем же человеком ничего не меняет.
   * @summary Одобрить команду
   */
  @Post('commands/{commandID}/approve')
  @OperationId('approveOperatorCommand')
  @SuccessResponse('200', 'Команда одобрена.')
  public async approveOperatorCommand(
    @Path() commandID: EntityID,
    @Body() body: ApprovalParams,
  ): Promise<OperatorCommandRecord> {
    const decision = { commandID, action: 'approve', reason: body.reason ?? null } as const;
    return this.present(await decideCommand(this.api.store, this.operator, decision));
  }

  /**
   * Отклонить команду, которая ждёт. Отклоняет не тот, кто запросил.
   * @summary Отклонить команду
   */
  @Post('commands/{commandID}/reject')
  @OperationId('rejectOperatorCommand')
  @SuccessResponse('200', 'Команда отклонена.')
  public async rejectOperatorCommand(
    @Path() commandID: EntityID,
    @Body() body: ReasonParams,
  ): Promise<OperatorCommandRecord> {
    const decision = { commandID, action: 'reject', reason: body.reason } as const;
    return this.present(await decideCommand(this.api.store, this.operator, decision));
  }

  /**
   * Получить лимиты: сколько роль может двигать без одобрения и сколько сообщений отправить ещё раз, и команды, которым одобрение нужно всегда.
   * Без лимита одобрения ждёт каждая команда с деньгами.
   * @summary Лимиты ролей
   */
  @Get('limits')
  @OperationId('listOperatorLimits')
  @SuccessResponse('200', 'Лимиты.')
  public async listOperatorLimits(): Promise<OperatorLimitRecords> {
    const { database } = this.api.store;
    const limits = (await listAllLimits(database)).map(presentLimit);
    const [replayLimits, approvalRequired] = [await listReplayLimits(database), await listApprovalRules(database)];
    return { limits, replayLimits, approvalRequired };
  }

  /**
   * Установить лимит роли в валюте.
   * @summary Установить лимит
   */
  @Put('limits/{role}/{currency}')
  @OperationId('setOperatorLimit')
  @SuccessResponse('200', 'Лимит установлен.')
  public async setOperatorLimit(
    @Path() role: LimitedRole,
    @Path() currency: EntityID,
    @Body() body: OperatorLimitParams,
  ): Promise<OperatorLimitRecord> {
    if (!isCurrency(currency)) throw new Refusal('invalidRequest', 'currency: must be a currency of ISO 4217');
    if (body.dailyLimit < body.commandLimit)
      throw new Refusal('invalidRequest', 'dailyLimit: must be at least commandLimit');
    const limits = { commandLimitMinor: BigInt(body.commandLimit), dailyLimitMinor: BigInt(body.dailyLimit) };
    const set = await setLimit(this.api.store, { role, currency, ...limits });
    return { ...presentLimit(set), isChanged: this.isChanged };
  }

  /**
   * Удалить лимит: каждая команда роли в этой валюте ждёт одобрения.
   * @summary Удалить лимит
   */
  @Delete('limits/{role}/{currency}')
  @OperationId('deleteOperatorLimit')
  @SuccessResponse('200', 'Лимит удалён.')
  public async deleteOperatorLimit(
    @Path() role: LimitedRole,
    @Path() currency: EntityID,
  ): Promise<OperatorLimitRecord> {
    return { ...presentLimit(await deleteLimit(this.api.store, { role, currency })), isChanged: true };
  }

  /**
   * Установить, сколько сообщений вебхуков сотрудник с этой ролью может отправить ещё раз за день (UTC).
   * @summary Установить лимит повторных отправок
   */
  @Put('replay-limits/{role}')
  @OperationId('setReplayLimit')
  @SuccessResponse('200', 'Лимиты.')
  public async setReplayLimit(
    @Path() role: LimitedRole,
    @Body() body: ReplayLimitParams,
  ): Promise<OperatorLimitRecords> {
    await setReplayLimit(this.api.store, { role, dailyMessages: body.dailyMessages });
    return { ...(await this.listOperatorLimits()), isChanged: this.isChanged };
  }

  /**
   * Удалить лимит повторных отправок: их число не ограничено.
   * @summary Удалить лимит повторных отправок
   */
  @Delete('replay-limits/{role}')
  @OperationId('deleteReplayLimit')
  @SuccessResponse('200', 'Лимиты.')
  public async deleteReplayLimit(@Path() role: LimitedRole): Promise<OperatorLimitRecords> {
    await setReplayLimit(this.api.store, { role, dailyMessages: undefined });
    return { ...(await this.listOperatorLimits()), isChanged: this.isChanged };
  }

  /**
   * Требовать одобрения каждой команды этого вида, какой бы ни была сумма: например, блокировок или решений о получателях.
   * @summary Требовать одобрения
   */
  @Put('approval-rules/{type}')
  @OperationId('requireApproval')
  @SuccessResponse('200', 'Лимиты.')
  public async requireApproval(@Path() type: EntityID): Promise<OperatorLimitRecords> {
    return this.setApproval(type, true);
  }

  /**
   * Не требовать одобрения сверх лимитов.
   * @summary Отменить требование одобрения
   */
  @Delete('approval-rules/{type}')
  @OperationId('waiveApproval')
  @SuccessResponse('200', 'Лимиты.')
  public async waiveApproval(@Path() type: EntityID): Promise<OperatorLimitRecords> {
    return this.setApproval(type, false);
  }

  private async setApproval(type: string, isRequired: boolean): Promise<OperatorLimitRecords> {
    if (!isCommandTypeName(type)) throw new Refusal('invalidRequest', 'type: must be the type of an operator command');
    await setApprovalRule(this.api.store, { type, isRequired });
    return { ...(await this.listOperatorLimits()), isChanged: this.isChanged };
  }

  private async present({ command, isChanged }: CreatedCommand): Promise<OperatorCommandRecord> {
    return { ...(await this.getOperatorCommand(command.id)), isChanged };
  }
}
