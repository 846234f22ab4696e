import type { SignedAmount } from '../../settlement/settlement.types';

/** Отчёт эквайера о расчётах. */
export interface ImportedSettlementReport {
  /** Идентификатор отчёта. */
  id: string;
  /** Учётная запись коннектора. */
  account: string;
  /** SHA-256 файла: тот же файл второй раз ничего не меняет. */
  checksum: string;
  /** Когда принят. */
  importedAt: string;
  /** Имя файла, если его скачала сама платформа по уведомлению эквайера; иначе его прислал оператор. */
  fileName?: string;
  /** Строк в файле. */
  rowCount: number;
  /** Сколько из них уже были в прежних файлах. */
  knownCount: number;
  /** Сколько найдено расхождений. */
  findingCount: number;
  /** Когда применён; до этого ничего не меняет. */
  appliedAt?: string;
}

/** Отчёты учётной записи. */
export interface SettlementReportList {
  /** Последние двести, от новых к старым. */
  reports: ImportedSettlementReport[];
}

/** По чему сложена маржа: магазин, учётная запись коннектора или платёж. */
export type MarginGrouping = 'shop' | 'account' | 'payment';

/** Маржа провайдера в одной группе и валюте. */
export interface ProviderMargin {
  /** Магазин, учётная запись или `INVOICE.PAYMENT`; нет у того, что ни к чему из них не относится. */
  id?: string;
  /** Валюта. */
  currency: string;
  /** Комиссии с магазинов. */
  fees: SignedAmount;
  /** Комиссии эквайеров. */
  acquirerFees: SignedAmount;
  /** Разница. */
  margin: SignedAmount;
}

/** Маржа за период. */
export interface ProviderMargins {
  /** Группы, от наименьшей маржи. */
  margins: ProviderMargin[];
}
