import type { OperationKind } from './operation';

/** What a name of an operation says: which entity it is of, and what was asked for it. */
export type OperationName =
  | { entity: 'payment'; kind: 'authorise' | 'capture' | 'void'; invoiceID: string; paymentID: string; attempt: number }
  | { entity: 'refund'; kind: 'refund'; invoiceID: string; paymentID: string; refundID: string }
  | { entity: 'binding'; kind: 'verify' | 'void'; customerID: string; bindingID: string }
  | { entity: 'withdrawal'; kind: 'payOut'; withdrawalID: string };

const PAYMENT = /^payment\/([^./]+)\.([^./]+)\/(authorise|capture|void|lateVoid)(?:\/(\d{1,6}))?$/;
const REFUND = /^refund\/([^./]+)\.([^./]+)\.([^./]+)\/refund$/;
const BINDING = /^binding\/([^./]+)\.([^./]+)\/(verify|void)$/;
const WITHDRAWAL = /^withdrawal\/([^./]+)\/payOut$/;

/** Reads a name that this platform gives to operations; undefined for any other. */
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
  const [, withdrawalID] = WITHDRAWAL.exec(operationID) ?? [];
  return withdrawalID === undefined ? undefined : { entity: 'withdrawal', kind: 'payOut', withdrawalID };
}

/** The entity that an operation is of, as operators name it; the operation itself where it is nobody's. */
export function parseSubject(operationID: string): string {
  return readOperationName(operationID) === undefined ? operationID : operationID.split('/').slice(0, 2).join('/');
}

/** Whether a kind of operation moves or holds money, so that sums over it say something. */
export function movesMoney(kind: OperationKind): boolean {
  return kind !== 'verify' && kind !== 'void';
}
