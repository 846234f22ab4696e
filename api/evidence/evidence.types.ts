/** Документ по чарджбэку. */
export interface EvidenceDocument {
  /** Идентификатор. */
  id: string;
  /** Имя файла. */
  fileName: string;
  /** Что это за файл: определяется по содержимому. */
  format: 'pdf' | 'jpg' | 'png';
  /**
   * Размер в байтах.
   * @isInt
   * @minimum 1
   * @maximum 5242880
   */
  size: number;
  /** SHA-256 файла, шестнадцатеричный. */
  sha256: string;
  /** Этап чарджбэка, для которого добавлен документ. */
  stage: 'chargeback' | 'pre-arbitration' | 'arbitration';
  /** Кто добавил: `merchant` — участник, `operator` — оператор платформы. */
  addedBy: 'merchant' | 'operator';
  /** Чем добавлен: `apiKey/…` или `operator/…`. Видят операторы. */
  addedWith?: string;
  /** Когда добавлен. */
  addedAt: string;
  /** Когда отправлен; после этого документы этапа не меняются. */
  sentAt?: string;
  /** Когда эквайер получил его; нет, если документы передают эквайеру вручную. */
  forwardedAt?: string;
}

/** Документы по чарджбэку. */
export interface EvidenceSet {
  /** До какого времени принимаются документы этого этапа. */
  answerDueAt: string;
  /** Можно ли добавлять, удалять и отправлять документы: чарджбэк рассматривается, срок не прошёл, документы этого этапа не отправлены. */
  isOpen: boolean;
  /** Когда отправлены документы этого этапа. */
  sentAt?: string;
  /** Документы всех этапов, от первого к последнему. */
  documents: EvidenceDocument[];
}
