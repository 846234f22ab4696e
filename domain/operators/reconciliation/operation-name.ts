import { paymentOperationID } from '../../payments/payment/operation-id';
import type { OperationKind } from './operation';

/** A parsed operation id: its entity and kind. */
export type OperationName =
  | { entity: 'payment'; kind: 'authorise' | 'capture' | 'void'; invoiceID: string; paymentID: string; attempt: number }
  | { entity: 'refund'; kind: 'refund'; invoiceID: string; paymentID: string; refundID: string }
  | { entity: 'binding'; kind: 'verify' | 'void'; customerID: string; bindingID: string }
  | { entity: 'withdrawal'; kind: 'payOut'; withdrawalID: string }
  | { entity: 'payout'; kind: 'payOut'; payoutID: string };

const PAYMENT = /^payment\/([^./]+)\.([^./]+)\/(authorise|capture|void|lateVoid)(?:\/(\d{1,6}))?$/;
const REFUND = /^refund\/([^./]+)\.([^./]+)\.([^./]+)\/refund$/;
const BINDING = /^binding\/([^./]+)\.([^./]+)\/(verify|void)$/;
const PAY_OUT = /^(withdrawal|payout)\/([^./]+)\/payOut$/;

/** Parses an operation id of this platform; undefined for any other. */
export function readOperationName(operationID: string): OperationName | undefined {
  const payment = PAYMENT.exec(operationID);
  if (payment) {
    const [, invoiceID = '', paymentID = '', step = '', attempt = '1'] = payment;
    const kind = step === 'lateVoid' ? 'void' : (step as 'authorise' | 'capture' | 'void');
    return { entity: 'payment', kind, invoiceID, paymentID, attempt: Number(attempt) };
  }
  const refund = REFUND.exec(operationID);
  if (refund) {
    const [, invoiceID = '', paymentID = '', refundID = ''] = refund;
    return { entity: 'refund', kind: 'refund', invoiceID, paymentID, refundID };
  }
  const binding = BINDING.exec(operationID);
  if (binding) {
    const [, customerID = '', bindingID = '', kind = ''] = binding;
    return { entity: 'binding', kind: kind as 'verify' | 'void', customerID, bindingID };
  }
  const [, entity, id] = PAY_OUT.exec(operationID) ?? [];
  if (id === undefined) return undefined;
  return entity === 'payout'
    ? { entity, kind: 'payOut', payoutID: id }
    : { entity: 'withdrawal', kind: 'payOut', withdrawalID: id };
}

/** The name of the capture that follows an authorisation, with its attempt; undefined for any other name. */
export function captureOf(authorisationID: string): string | undefined {
  const name = readOperationName(authorisationID);
  if (name?.entity !== 'payment' || name.kind !== 'authorise') return undefined;
  return paymentOperationID({ invoiceID: name.invoiceID, id: name.paymentID, attempt: name.attempt }, 'capture');
}

/** Returns the entity of an operation, as operators name it; an unknown operation id is returned unchanged. */
export function parseSubject(operationID: string): string {
  return readOperationName(operationID) === undefined ? operationID : operationID.split('/').slice(0, 2).join('/');
}

/** Whether a kind of operation moves or holds money, so that sums over it make sense. */
export function movesMoney(kind: OperationKind): boolean {
  return kind !== 'verify' && kind !== 'void';
}
