export type { Invoice } from '../../../api/v2/invoices/invoice.types';
export type { InvoiceChange, InvoiceEvent } from '../../../api/v2/invoices/invoice-event.types';
export type { InvoiceTemplate } from '../../../api/v2/templates/invoice-template.types';
export type { Customer, CustomerChange, CustomerEvent } from '../../../api/v2/customers/customer.types';
export type { InvoiceLine } from '../../../api/v2/shared/cart.types';
export type { Payment } from '../../../api/v2/payments/payment.types';
export type { PaymentMethod, PaymentTool, PaymentToolDetails } from '../../../api/v2/shared/payment-tool.types';
export type { PaymentResourceResult } from '../../../api/v2/payment-resources/payment-resource.types';
export type { PayersShop } from '../../../api/checkout-v1/shop.types';
export type { UserInteraction } from '../../../api/v2/shared/user-interaction.types';
export type {
  CancelPaymentError,
  CreateBindingError,
  CreateInvoiceWithTemplateError,
  CreatePaymentError,
  DefaultLogicError,
} from '../../../api/v2/shared/error.types';
