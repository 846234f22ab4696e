import type { MissingFact, TimelineFact } from '../../../domain/operators/timeline/facts';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/**
 * Кто знает о событии: `call` — запрос к API, `operator` — команда оператора, `event` — изменение объекта, `ledger` — проводка,
 * `workflow` — шаг процесса в Temporal, `connector` — обращение к провайдеру, `webhook` — попытка доставки вебхука,
 * `finding` — расхождение, найденное при сверке.
 */
export type TimelineKind = 'call' | 'operator' | 'event' | 'ledger' | 'workflow' | 'connector' | 'webhook' | 'finding';

/** Объект, о котором рассказывают вебхуки, или пополнение кошелька. */
export type TimelineSubject = 'invoice' | 'customer' | 'withdrawal' | 'destination' | 'payout' | 'deposit';

/**
 * Идентификатор объекта.
 * @minLength 1
 * @maxLength 40
 */
export type EntityID = string;

/** Что показать из истории. */
export interface TimelineQuery {
  /** Только события этого вида. */
  kind?: TimelineKind;
  /** Показать повторы по одному: иначе видны первое и последнее из таких же событий, например попыток доставить одно сообщение. */
  unfolded?: boolean;
}

/** Запуск процесса в Temporal, который знает больше. */
export interface TimelineWorkflow {
  /** Идентификатор процесса. */
  workflowID: string;
  /** Идентификатор запуска. */
  runID: string;
  /** Адрес запуска в Temporal UI. */
  url: string;
}

/** Одно событие истории. */
export interface TimelineEntry {
  /** Когда это произошло. */
  at: string;
  kind: TimelineKind;
  fact: TimelineFact;
  workflow?: TimelineWorkflow;
  /** Сколько таких же событий между первым и этим не показано. */
  folded?: WholeNumber;
}

/** Всё, что известно об объекте, в одном порядке. */
export interface Timeline {
  /** События от самого раннего к самому позднему. */
  entries: TimelineEntry[];
  /** Чего не удалось узнать (например, если Temporal недоступен) и что не поместилось. */
  missing: MissingFact[];
}
