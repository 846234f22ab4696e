import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import type { CommandFailureCode } from '../../../domain/operators/operator-command/failure-code';
import type { EntityID } from '../timelines/timeline.types';
import type { Reason } from '../webhooks/webhook.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/** Состояние команды. */
export type CommandStateName = 'AwaitingApproval' | 'Approved' | 'Rejected' | 'Expired' | 'Succeeded' | 'Failed';

/** Параметры команды: поля зависят от её вида. */
export interface CommandParameters {
  [field: string]: unknown;
}

/** Команда, которую запрашивает оператор. */
export interface CommandParams {
  /**
   * Вид команды: `deposit`, `depositRevert`, `depositAdjustment`, `createChargeback` и другие.
   * @minLength 1
   * @maxLength 40
   */
  type: string;
  /** Параметры команды; суммы — в минорных единицах. */
  parameters: CommandParameters;
  /** Почему. */
  reason: Reason;
  /**
   * Ключ идемпотентности; по умолчанию выводится из параметров и дня (UTC).
   * @minLength 1
   * @maxLength 100
   * @pattern ^[\w./:@-]+$
   */
  idempotencyKey?: string;
}

/** Причина одобрения. */
export interface ApprovalParams {
  /** Почему; необязательно. */
  reason?: Reason;
}

/** Человек, который отвечает за решение. */
export interface CommandOperator {
  operatorID: EntityID;
  /** Имя. */
  name: string;
}

/** Что меняет команда: названы только изменённые поля. */
export interface OperatorCommandChange {
  type: AuditedType;
  /** Идентификатор объекта. */
  id: string;
  /** Версия, которую команда меняет; 0 у нового объекта. */
  version: number;
  /** Поля до изменения; нет у нового объекта. */
  before?: CommandParameters;
  /** Поля после изменения. */
  after: CommandParameters;
  /** Имена заменяемых секретов: их значения не показываются никому. */
  secrets?: string[];
}

/** Команда оператора. */
export interface OperatorCommandRecord {
  id: EntityID;
  /** Ключ идемпотентности: тот же ключ — та же команда. */
  idempotencyKey: string;
  /** Вид. */
  type: string;
  /** Параметры; после запроса не меняются. */
  parameters: CommandParameters;
  /** Что меняется: у команд, которые меняют настройки. Исполняется ровно это или ничего. */
  changes?: OperatorCommandChange[];
  subjectType: AuditedType;
  /** Идентификатор объекта. */
  subjectID: string;
  /** Участник, если известен. */
  partyID?: string;
  /** Сумма в минорных единицах, если команда двигает деньги. */
  amount?: WholeNumber;
  /** Валюта. */
  currency?: string;
  /** Почему запрошена. */
  reason: string;
  state: CommandStateName;
  /** Кто запросил. */
  requestedBy: CommandOperator;
  /** В какой роли. */
  requestedRole: string;
  /** Когда запрошена. */
  requestedAt: string;
  /** До какого времени ждёт одобрения. */
  expiresAt: string;
  /** Роли, которые могут одобрить или отклонить; не тот, кто запросил. */
  approverRoles: string[];
  /** Кто одобрил или отклонил; нет в пределах лимита. */
  decidedBy?: CommandOperator;
  /** Когда решено. */
  decidedAt?: string;
  /** Почему решено. */
  decisionReason?: string;
  /** Когда исполнена. */
  finishedAt?: string;
  /** Исход. */
  outcome?: CommandParameters;
  failureCode?: CommandFailureCode;
  /** Сообщение об отказе для разработчика, на английском языке. */
  failure?: string;
  /** Изменил ли что-нибудь этот запрос; есть у изменений. */
  isChanged?: boolean;
}

/** Страница команд. */
export interface OperatorCommandRecords {
  /** Команды от самой новой к самой старой. */
  commands: OperatorCommandRecord[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Роль, у которой есть лимит. */
export type LimitedRole = 'viewer' | 'support' | 'finance' | 'configuration' | 'administrator';

/** Лимит роли: сколько она может двигать без одобрения. */
export interface OperatorLimitRecord {
  role: LimitedRole;
  /** Валюта. */
  currency: string;
  /**
   * Наибольшая сумма одной команды в минорных единицах.
   * @isInt
   * @minimum 0
   * @maximum 9007199254740991
   */
  commandLimit: number;
  /**
   * Наибольшая сумма команд одного человека за день (UTC) в минорных единицах; не меньше `commandLimit`.
   * @isInt
   * @minimum 0
   * @maximum 9007199254740991
   */
  dailyLimit: number;
}

/** Лимит повторных отправок роли. */
export interface ReplayLimitRecord {
  role: LimitedRole;
  /**
   * Сообщений одного человека за день (UTC).
   * @isInt
   * @minimum 0
   * @maximum 1000000000
   */
  dailyMessages: number;
}

/** Лимиты всех ролей. */
export interface OperatorLimitRecords {
  /** Лимиты по ролям и валютам. */
  limits: OperatorLimitRecord[];
  /** Лимиты повторных отправок; без лимита число не ограничено. */
  replayLimits: ReplayLimitRecord[];
  /** Виды команд, которые ждут одобрения всегда по правилу; о правах операторов — всегда и без него. */
  approvalRequired: string[];
}
