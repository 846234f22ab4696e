import type { ExternalID } from './primitives.types';

/** Код ошибки, возможной в любой операции. */
export type RequestErrorCode = 'invalidRequest' | 'invalidDeadline' | 'limitExceeded';

/** Код ошибки, которую получают изменения участников; в этой версии их не делает ни одна операция. */
export type ChangesetErrorCode = 'changesetConflict' | 'invalidChangeset';

/** Код ошибки, которая говорит, что участник или магазин не работает. */
export type OperabilityErrorCode = 'invalidPartyStatus' | 'invalidShopStatus';

/** Код ошибки, которая говорит, что участник или магазин указан неверно. */
export type OwnershipErrorCode = 'invalidPartyID' | 'invalidShopID' | 'ambiguousPartyID';

/** Код ошибки в корзине или в распределении средств. */
export type BasketErrorCode = 'invalidInvoiceCart' | 'invalidAllocation' | 'allocationNotPermitted';

/** Ошибка в запросе. */
export interface DefaultLogicError {
  /** Код ошибки. */
  code: RequestErrorCode | ChangesetErrorCode;
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Описание ошибки. */
export interface GeneralError {
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Переданный `externalID` уже использован с другими параметрами. */
export interface ExternalIDConflictError {
  /** Ваш идентификатор, который уже занят. */
  externalID: ExternalID;
  /** Идентификатор объекта, созданного с этим `externalID` раньше. */
  id: string;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Инвойс не создан. */
export interface CreateInvoiceError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OwnershipErrorCode
    | OperabilityErrorCode
    | BasketErrorCode
    | 'invalidInvoiceCost'
    | 'invoiceTermsViolated';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Реестр не заказан. */
export interface OrderRegistryError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode;
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Ключ не создан. */
export interface CreateApiKeyError {
  /** Код ошибки. */
  code: RequestErrorCode | 'invalidPartyStatus';
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Ключ не заменён или не отозван. */
export interface ChangeApiKeyError {
  /** Код ошибки. */
  code: RequestErrorCode;
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Инвойс не исполнен. */
export interface FulfillInvoiceError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceStatus';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Инвойс не отозван. */
export interface RescindInvoiceError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceStatus' | 'invoicePaymentPending';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Платёж не создан. */
export interface CreatePaymentError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | 'invalidInvoiceStatus'
    | 'invoicePaymentPending'
    | 'invalidContractStatus'
    | 'invalidPaymentToolToken'
    | 'invalidPaymentSession'
    | 'invalidProcessingDeadline'
    | 'invalidRecurrentParent'
    | 'operationNotPermitted';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Платёж не отменён. */
export interface CancelPaymentError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidPaymentStatus' | 'operationNotPermitted';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Платёж не подтверждён. */
export interface CapturePaymentError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | BasketErrorCode
    | 'invalidPaymentStatus'
    | 'operationNotPermitted'
    | 'inconsistentCaptureCurrency'
    | 'amountExceededCaptureBalance';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Возврат не создан. */
export interface CreateRefundError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | BasketErrorCode
    | 'invalidContractStatus'
    | 'operationNotPermitted'
    | 'invalidPaymentStatus'
    | 'insufficentAccountBalance'
    | 'invoicePaymentAmountExceeded'
    | 'inconsistentRefundCurrency'
    | 'chargebackInProgress'
    | 'refundCartConflict';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Документы по чарджбэку не изменены. */
export interface ChangeEvidenceError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | 'evidenceClosed'
    | 'evidenceFileTooLarge'
    | 'evidenceTypeNotAllowed'
    | 'evidenceFileDamaged'
    | 'evidenceFileUnsafe';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Покупатель не создан. */
export interface CreateCustomerError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode | OperabilityErrorCode | 'operationNotPermitted';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Покупатель не удалён. */
export interface DeleteCustomerError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Привязка не создана. */
export interface CreateBindingError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | 'invalidPaymentResource'
    | 'operationNotPermitted'
    | 'invalidPaymentToolToken'
    | 'invalidPaymentSession';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Шаблон инвойса не создан. */
export interface CreateInvoiceTemplateError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode | OperabilityErrorCode | 'invalidInvoiceCart';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Шаблон инвойса не изменён. */
export interface UpdateInvoiceTemplateError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceCart';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Шаблон инвойса не удалён. */
export interface DeleteInvoiceTemplateError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Инвойс по шаблону не создан. */
export interface CreateInvoiceWithTemplateError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invoiceTermsViolated';
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Вебхук не создан. */
export interface CreateWebhookError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}
