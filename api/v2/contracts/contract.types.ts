import type { Contractor } from './contractor.types';
import type { Timestamp } from '../shared/primitives.types';

/** Статус договора: `active` — действует; `terminated` — расторгнут. */
export type ContractStatus = 'active' | 'terminated';

/** Договор участника с платёжной организацией. */
export interface Contract {
  /** Идентификатор договора. */
  id: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Статус договора. */
  status: ContractStatus;
  /** Время, с которого договор действует. */
  validSince?: Timestamp;
  /** Время, до которого договор действует. */
  validUntil?: Timestamp;
  /** Время расторжения. Есть у расторгнутых договоров. */
  terminatedAt?: Timestamp;
  /** Сторона договора. */
  contractor: Contractor;
  /** Подписанное соглашение. */
  legalAgreement?: LegalAgreement;
  /**
   * Платёжная организация, с которой заключён договор.
   *
   * @isInt
   */
  paymentInstitutionID: number;
  /** Порядок отчётности. */
  reportingPreferences?: ReportingPreferences;
}

/** Подписанное соглашение: справочные сведения, на операции не влияют. */
export interface LegalAgreement {
  /** Номер соглашения. */
  id: string;
  /** Время подписания. */
  signedAt: Timestamp;
  /** Время, до которого соглашение действует. */
  validUntil?: Timestamp;
}

/** Порядок отчётности по договору. */
export interface ReportingPreferences {
  /** Порядок выпуска актов об оказанных услугах. */
  serviceAcceptanceActPreferences?: ServiceAcceptanceActPreferences;
}

/** Порядок выпуска актов об оказанных услугах. */
export interface ServiceAcceptanceActPreferences {
  /**
   * Расписание, по которому выпускаются акты: день месяца, от 1 до 28, в который выпускается акт за прошлый месяц. По другому расписанию
   * акты выпускаются только по заказу.
   *
   * @isInt
   */
  scheduleID: number;
  /** Кто подписывает акты. */
  signer: Representative;
}

/** Представитель стороны договора. */
export interface Representative {
  /** Должность. */
  position: string;
  /** Фамилия, имя и отчество. */
  fullName: string;
  /** Документ, на основании которого действует представитель. */
  document: RepresentativeDocument;
}

/** Документ, на основании которого действует представитель. */
export type RepresentativeDocument = ArticlesOfAssociation | PowerOfAttorney;

/** Устав. */
export interface ArticlesOfAssociation {
  /** Вид документа: устав. */
  representativeDocumentType: 'ArticlesOfAssociation';
}

/** Доверенность. */
export interface PowerOfAttorney extends LegalAgreement {
  /** Вид документа: доверенность. */
  representativeDocumentType: 'PowerOfAttorney';
}

/** Поправка к договору: справочные сведения. Условия операций от неё не меняются. */
export interface ContractAdjustment {
  /** Идентификатор поправки. */
  id: string;
  /** Время создания. */
  createdAt: Timestamp;
  /** Время, с которого поправка действует. */
  validSince?: Timestamp;
  /** Время, до которого поправка действует. */
  validUntil?: Timestamp;
}
