import type { Schemas } from '../../api/client';

export interface PaymentName {
  invoiceID: string;
  paymentID: string;
}

export type PaymentDetails = Schemas['OperatedPaymentDetails'];
