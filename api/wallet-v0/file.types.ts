import type { Timestamp } from './primitives.types';

/** Ссылка на скачивание файла. */
export interface FileDownload {
  /** Подписанный URL файла. По нему файл скачивается методом GET без ключа. */
  url: string;
  /** До какого времени действует ссылка. */
  expiresAt: Timestamp;
}
