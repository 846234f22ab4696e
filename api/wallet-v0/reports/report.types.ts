import type { EntityID, PartyID, Timestamp } from '../shared/primitives.types';

/** Вид отчёта: `withdrawalRegistry` — реестр выводов. */
export type ReportType = 'withdrawalRegistry';

/** Статус отчёта: `pending` — строится, `created` — готов, `canceled` — построение отменено. */
export type ReportStatus = 'pending' | 'created' | 'canceled';

/**
 * Номер отчёта.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 */
export type ReportID = number;

/** Параметры нового отчёта. */
export interface ReportParams {
  /** Вид отчёта. */
  reportType: ReportType;
  /**
   * Начало периода, включительно.
   *
   * @example "2026-01-01T00:00:00Z"
   */
  fromTime: Timestamp;
  /**
   * Конец периода, не включается.
   *
   * @example "2030-12-31T21:00:00Z"
   */
  toTime: Timestamp;
}

/** Файл отчёта. */
export interface ReportFile {
  /** Идентификатор файла. Ссылку на файл выдаёт операция `downloadFile`. */
  id: EntityID;
}

/** Отчёт об операциях владельца. */
export interface Report {
  /** Номер отчёта. */
  id: ReportID;
  /** Время создания. */
  createdAt: Timestamp;
  /**
   * Начало периода, включительно.
   *
   * @example "2026-01-01T00:00:00Z"
   */
  fromTime: Timestamp;
  /**
   * Конец периода, не включается.
   *
   * @example "2030-12-31T21:00:00Z"
   */
  toTime: Timestamp;
  /** Статус отчёта. */
  status: ReportStatus;
  /** Вид отчёта. */
  type: ReportType;
  /** Файлы отчёта: CSV и XLSX. Список пуст, пока отчёт не готов. */
  files: ReportFile[];
}

/** Условия выборки отчётов. */
export interface ReportFilters {
  /** Идентификатор участника. По умолчанию — участник, которому принадлежит ключ. */
  partyID?: PartyID;
  /** Начало периода, включительно. */
  fromTime: Timestamp;
  /** Конец периода, не включается. */
  toTime: Timestamp;
  /** Вид отчёта. */
  type?: ReportType;
}

/** Ссылка на скачивание файла. */
export interface FileDownload {
  /** Подписанный URL файла. По нему файл скачивается методом GET без ключа. */
  url: string;
  /** До какого времени действует ссылка. */
  expiresAt: Timestamp;
}
