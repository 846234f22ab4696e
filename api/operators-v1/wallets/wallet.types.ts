import type { TransferFact } from '../../../domain/operators/timeline/facts';
import type { SignedAmount } from '../../settlement/settlement.types';

/** Ограничения кошелька: условия его провайдера в валюте кошелька, в минимальных единицах. */
export interface WalletLimits {
  /**
   * Наибольший остаток.
   * @isLong
   * @maximum 9007199254740991
   */
  balance?: number;
  /**
   * Выводы за 24 часа.
   * @isLong
   * @maximum 9007199254740991
   */
  withdrawalsPerDay?: number;
  /**
   * Переводы за 24 часа.
   * @isLong
   * @maximum 9007199254740991
   */
  transfersPerDay?: number;
}

/** Кошелёк с владельцем и остатком. */
export interface OperatedWallet {
  /** Идентификатор. */
  id: string;
  /** Участник. */
  partyID: string;
  /** Владелец. */
  identityID: string;
  /** Имя владельца; нет у операторов, которые не работают с плательщиками. */
  identityName?: string;
  /** Название кошелька; нет у операторов, которые не работают с плательщиками. */
  name?: string;
  /** Провайдер кошельков. */
  providerID: string;
  /** Когда создан. */
  createdAt: string;
  /** Заблокирован ли он. */
  isBlocked: boolean;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Код валюты по ISO 4217. */
  currency: string;
  /**
   * Остаток.
   * @isLong
   * @maximum 9007199254740991
   */
  own: number;
  /**
   * Из него удержано, например под выводы в пути.
   * @isLong
   * @maximum 9007199254740991
   */
  held: number;
  /**
   * Доступно.
   * @isLong
   * @maximum 9007199254740991
   */
  available: number;
}

/** Проводка по кошельку. */
export interface WalletTransfer {
  /** Когда. */
  at: string;
  fact: TransferFact;
}

/** Кошелёк с ограничениями и последними проводками. */
export interface OperatedWalletDetails extends OperatedWallet {
  limits: WalletLimits;
  /** До 50 последних, от новых к старым. */
  transfers: WalletTransfer[];
}

/** Страница кошельков. */
export interface OperatedWallets {
  /** Кошельки от нового к старому. */
  wallets: OperatedWallet[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Остаток счёта платформы. */
export interface ProviderBalance {
  /**
   * Чей счёт: `source` — источник пополнений, `connector` — расчёты с эквайером или провайдером выводов, `bank` — банковский счёт, с которого
   * выплачивают магазинам, `exchange` — обмен валют провайдера кошельков.
   */
  kind: 'source' | 'connector' | 'bank' | 'exchange';
  /** Источник, коннектор или провайдер кошельков; нет у банка. */
  id?: string;
  /** Название источника. */
  name?: string;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** Зачислено за вычетом списанного: отрицательное — сколько нам должны. */
  own: SignedAmount;
  /**
   * Удержано под операции, которые ещё не закончились.
   * @isLong
   * @maximum 9007199254740991
   */
  held: number;
}

/** Остатки счетов платформы. */
export interface ProviderBalances {
  /** Не больше 1000. */
  balances: ProviderBalance[];
}
