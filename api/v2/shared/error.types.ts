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
export interface DefaultLogicError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | ChangesetErrorCode;
}

/** Описание ошибки. */
export interface GeneralError {
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  message: string;
}

/** Переданный `externalID` уже использован с другими параметрами. */
export interface ExternalIDConflictError extends GeneralError {
  /** Ваш идентификатор, который уже занят. */
  externalID: ExternalID;
  /** Идентификатор объекта, созданного с этим `externalID` раньше. */
  id: string;
}

/** Инвойс не создан. */
export interface CreateInvoiceError extends GeneralError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OwnershipErrorCode
    | OperabilityErrorCode
    | BasketErrorCode
    | 'invalidInvoiceCost'
    | 'invoiceTermsViolated';
}

/** Реестр не заказан. */
export interface OrderRegistryError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode;
}

/** Ключ не создан. */
export interface CreateApiKeyError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | 'invalidPartyStatus';
}

/** Ключ не заменён или не отозван. */
export interface ChangeApiKeyError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode;
}

/** Инвойс не исполнен. */
export interface FulfillInvoiceError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceStatus';
}

/** Инвойс не отозван. */
export interface RescindInvoiceError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceStatus' | 'invoicePaymentPending';
}

/** Платёж не создан. */
export interface CreatePaymentError extends GeneralError {
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
}

/** Платёж не отменён. */
export interface CancelPaymentError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidPaymentStatus' | 'operationNotPermitted';
}

/** Платёж не подтверждён. */
export interface CapturePaymentError extends GeneralError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | BasketErrorCode
    | 'invalidPaymentStatus'
    | 'operationNotPermitted'
    | 'inconsistentCaptureCurrency'
    | 'amountExceededCaptureBalance';
}

/** Возврат не создан. */
export interface CreateRefundError extends GeneralError {
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
}

/** Документы по чарджбэку не изменены. */
export interface ChangeEvidenceError extends GeneralError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | 'evidenceClosed'
    | 'evidenceFileTooLarge'
    | 'evidenceTypeNotAllowed'
    | 'evidenceFileDamaged'
    | 'evidenceFileUnsafe';
}

/** Покупатель не создан. */
export interface CreateCustomerError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode | OperabilityErrorCode | 'operationNotPermitted';
}

/** Покупатель не удалён. */
export interface DeleteCustomerError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode;
}

/** Привязка не создана. */
export interface CreateBindingError extends GeneralError {
  /** Код ошибки. */
  code:
    | RequestErrorCode
    | OperabilityErrorCode
    | 'invalidPaymentResource'
    | 'operationNotPermitted'
    | 'invalidPaymentToolToken'
    | 'invalidPaymentSession';
}

/** Шаблон инвойса не создан. */
export interface CreateInvoiceTemplateError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode | OperabilityErrorCode | 'invalidInvoiceCart';
}

/** Шаблон инвойса не изменён. */
export interface UpdateInvoiceTemplateError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invalidInvoiceCart';
}

/** Шаблон инвойса не удалён. */
export interface DeleteInvoiceTemplateError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode;
}

/** Инвойс по шаблону не создан. */
export interface CreateInvoiceWithTemplateError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OperabilityErrorCode | 'invoiceTermsViolated';
}

/** Вебхук не создан. */
export interface CreateWebhookError extends GeneralError {
  /** Код ошибки. */
  code: RequestErrorCode | OwnershipErrorCode;
}
