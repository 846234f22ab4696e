import type { AccountFailure } from '../../payments/connector-account/account-test';

/** Что проверяет строка списка перед запуском. */
export type GoLiveCheck =
  'account' | 'receipt' | 'threeDSecure' | 'webhook' | 'routes' | 'secondPerson' | 'keys' | 'backup' | 'alerts';

/** Сделано (есть подтверждение), нужно сделать, неизвестно. */
export type GoLiveState = 'done' | 'toDo' | 'notKnown';

/** Почему маршрут не подходит для настоящих денег. */
export type GoLiveRouteProblem = 'testConnector' | 'liveAccount' | 'notConfigured' | 'disabled';

/** Что известно, кроме вида факта: какие поля есть, зависит от вида. */
interface GoLiveDetails {
  /** Учётная запись у эквайера. */
  account: string;
  /** Что не так с ответом эквайера на проверочный запрос. */
  outcome: AccountFailure;
  /** Сколько миллисекунд шёл ответ. */
  milliseconds: number;
  /** Платёж: `ИНВОЙС.НОМЕР`. */
  paymentID: string;
  /** Вебхук. */
  webhookID: string;
  /** Когда это было. */
  at: string;
  /** Кто это сделал. */
  by: string;
  /** Сколько. */
  count: number;
  /** Имена: полей, переменных, учётных записей. */
  names: readonly string[];
  /** Что не так с маршрутом. */
  problem: GoLiveRouteProblem;
}

/** The fields of each kind of fact. */
interface GoLiveFields {
  noLiveAccount: never;
  accountAnswers: 'account' | 'milliseconds';
  accountFails: 'account' | 'outcome';
  receiptNotRefused: 'paymentID';
  receiptRefused: 'paymentID';
  receiptNotCompared: 'paymentID';
  receiptNotTried: 'names';
  receiptsNotSent: 'names';
  browserComplete: 'paymentID';
  browserIncomplete: 'paymentID' | 'names';
  browserNotSeen: 'names';
  browserNotNeeded: 'names';
  webhookAccepted: 'webhookID' | 'at';
  webhookMissing: never;
  webhookNotTried: 'webhookID';
  webhookFails: 'webhookID' | 'at';
  webhookPaused: 'webhookID';
  routesLive: 'names';
  routesMissing: never;
  routeWrong: 'account' | 'problem';
  shopIsTest: never;
  administrators: 'count';
  administratorMissing: 'count';
  keysStrong: never;
  keysWeak: 'names';
  notProduction: never;
  backupRestored: 'at' | 'by';
  backupRestoredLongAgo: 'at';
  backupNotRestored: never;
  alertReceived: 'at' | 'by';
  alertReceivedLongAgo: 'at';
  alertNotReceived: never;
}

/** Вид того, что известно о строке. */
export type GoLiveFactKind = keyof GoLiveFields;

export type GoLiveFactOf<Kind extends GoLiveFactKind> = { kind: Kind } & Pick<GoLiveDetails, GoLiveFields[Kind]>;

export type GoLiveFact = { [Kind in GoLiveFactKind]: GoLiveFactOf<Kind> }[GoLiveFactKind];

/** Что известно о строке списка: вид и то, что к нему относится. */
export interface PublishedGoLiveFact extends Partial<GoLiveDetails> {
  kind: GoLiveFactKind;
}

/** Words what is known, and what to do unless it is done; a kind without words does not compile. */
export type GoLiveWords = { [Kind in GoLiveFactKind]: (fact: GoLiveFactOf<Kind>) => [found: string, remedy?: string] };

/** Only these are evidence. */
const DONE: ReadonlySet<GoLiveFactKind> = new Set<GoLiveFactKind>([
  ...(['accountAnswers', 'receiptNotRefused', 'receiptsNotSent', 'browserComplete', 'browserNotNeeded'] as const),
  ...(['webhookAccepted', 'routesLive', 'administrators', 'keysStrong', 'backupRestored', 'alertReceived'] as const),
]);

export function goLiveState({ kind }: Pick<GoLiveFact, 'kind'>): GoLiveState {
  if (DONE.has(kind)) return 'done';
  return kind === 'receiptNotCompared' ? 'notKnown' : 'toDo';
}
