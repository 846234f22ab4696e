import type { BankLineResult } from '../../../domain/merchants/bank-file/match-entries';
import type { SignedAmount } from '../../settlement/settlement.types';
import type { EntityID } from '../timelines/timeline.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';
import type { DateTime } from '../configuration/configuration.types';

/**
 * Вид файла: `pain.001` — ISO 20022 (`pain.001.001.09`), `sepa` — он же по правилам SEPA, `text-1251` и `text-utf8` — формат обмена российских
 * банков (`1CClientBankExchange`) в этой кодировке.
 */
export type BankFileFormat = 'pain.001' | 'sepa' | 'text-1251' | 'text-utf8';

/** Файл платёжных поручений: `created` — ждёт подтверждения, `confirmed` — у банка, выплаты отправлены, `cancelled` — отменён. */
export type BankFileStatus = 'created' | 'confirmed' | 'cancelled';

/** Файл платёжных поручений из выплат. */
export interface BankFile {
  id: EntityID;
  /** Платёжная организация, с чьего счёта платят. */
  paymentInstitutionID: WholeNumber;
  /** Счёт, с которого платят. */
  account: string;
  format: BankFileFormat;
  status: BankFileStatus;
  /** Валюта по ISO 4217. */
  currency: string;
  /** Сумма всех выплат. */
  amount: SignedAmount;
  /** Сколько выплат в файле. */
  payoutCount: WholeNumber;
  /**
   * День исполнения.
   * @format date
   */
  executionDate: string;
  /** Когда создан. */
  createdAt: DateTime;
  /** Когда подтверждён или отменён. */
  decidedAt?: DateTime;
  /** SHA-256 содержимого. */
  sha256: string;
}

/** Страница файлов. */
export interface BankFilePage {
  /** Файлы, от новых к старым. */
  result: BankFile[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Принятая выписка банка. */
export interface BankStatement {
  id: EntityID;
  /** SHA-256 файла: тот же файл — та же выписка. */
  sha256: string;
  /** Сколько в ней движений. */
  lineCount: WholeNumber;
  /** Когда принята. */
  receivedAt: DateTime;
  /** Когда применена командой `applyBankStatement`; нет, пока не применена. */
  appliedAt?: DateTime;
  /** Изменил ли что-нибудь этот запрос; есть у изменений. */
  isChanged?: boolean;
}

/** Страница выписок. */
export interface BankStatementPage {
  /** Выписки, от новых к старым. */
  result: BankStatement[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Движение по счёту из выписки. */
export interface BankLine {
  /** Выписка. */
  statementID: EntityID;
  /** Номер в выписке, с единицы. */
  number: WholeNumber;
  /** Строка файла. */
  line?: WholeNumber;
  /** Запись файла. */
  entry?: WholeNumber;
  /** Счёт. */
  account: string;
  /** `debit` — списание, `credit` — зачисление. */
  direction: 'credit' | 'debit';
  /** Сумма. */
  amount: SignedAmount;
  /** Валюта по ISO 4217. */
  currency: string;
  /** Ссылка, которую банк вернул. */
  reference?: string;
  /**
   * День проводки; нет, пока банк не провёл движение.
   * @format date
   */
  bookedOn?: string;
  /** Счёт другой стороны. */
  counterAccount?: string;
  /** Почему деньги вернулись. */
  returnReason?: string;
  /** Номер операции в банке. */
  bankReference?: string;
  /** Что движение значит; нет, пока выписка не применена. */
  result?: BankLineResult;
  /** Что ожидалось. */
  expected?: string;
  /** Что в выписке. */
  actual?: string;
  /** Выплата. */
  payoutID?: string;
}

/** Движения по счёту. */
export interface BankLines {
  /** Движения в порядке выписки. */
  result: BankLine[];
  /** Номер, после которого следующая страница; нет у последней. */
  next?: WholeNumber;
}
