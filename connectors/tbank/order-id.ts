import { createHash, randomBytes } from 'node:crypto';

/** The published length of `OrderId`, of which a repeated session needs the end. */
const MAX_ORDER_ID = 36;
const REPEATED = /-r[0-9a-f]{6}$/;

/** The name of a payment's session: `INVOICE.PAYMENT`, with the number of a later attempt, or a hash if that is too long. */
export function toOrderID(operationID: string): string {
  const [, name, attempt] = /^payment\/(.+\.\w+)\/authorise(?:\/(\d+))?$/.exec(operationID) ?? [];
  const orderID = name && (attempt === undefined ? name : `${name}-${attempt}`);
  if (orderID !== undefined && orderID.length <= MAX_ORDER_ID - '-r000000'.length) return orderID;
  return `h${createHash('sha256').update(operationID).digest('hex').slice(0, 27)}`;
}

/** A name for another session of the same operation, in case names must differ. */
export function repeatedOrderID(orderID: string): string {
  return `${orderID}-r${randomBytes(3).toString('hex')}`;
}

/** The operation that a session belongs to; undefined for a name that is not one of ours. */
export function fromOrderID(orderID: string): string | undefined {
  const [, name, attempt] = /^(.+\.\w+?)(?:-(\d+))?$/.exec(orderID.replace(REPEATED, '')) ?? [];
  return name && `payment/${name}/authorise${attempt === undefined ? '' : `/${attempt}`}`;
}

/** The operation as an answer names it. */
export function statedOperation(orderID: string, operationID: string): string {
  return orderID.replace(REPEATED, '') === toOrderID(operationID) ? operationID : (fromOrderID(orderID) ?? orderID);
}
