import type { TransferFact } from '../../../domain/operators/timeline/facts';
import type { SignedAmount } from '../../settlement/settlement.types';
import type { MinorAmount } from '../shared/amount.types';

/** Ограничения кошелька: условия его провайдера в валюте кошелька, в минимальных единицах. */
export interface WalletLimits {
  /** Наибольший остаток. */
  balance?: MinorAmount;
  /** Выводы за 24 часа. */
  withdrawalsPerDay?: MinorAmount;
  /** Переводы за 24 часа. */
  transfersPerDay?: MinorAmount;
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
  /** Остаток. */
  own: MinorAmount;
  /** Из него удержано, например под выводы в пути. */
  held: MinorAmount;
  /** Доступно. */
  available: MinorAmount;
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
  /** Удержано под операции, которые ещё не закончились. */
  held: MinorAmount;
}

/** Остатки счетов платформы. */
export interface ProviderBalances {
  /** Не больше 1000. */
  balances: ProviderBalance[];
}
