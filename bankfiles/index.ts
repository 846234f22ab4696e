import type { StatementFile } from '../domain/merchants/bank-file/bank-file';
import { readCamt053 } from './camt053';
import type { FileSource } from './file-source';
import { readTextStatement, TEXT_EXCHANGE_MARK } from './text-statement';

export type { FileSource } from './file-source';
export { writePain001, type PaymentGuideline } from './pain001';
export { writeTextOrders, type TextEncoding } from './text-orders';

/**
 * Reads a bank's statement in the format that its first bytes show: the text exchange format, or `camt.053.001.08`.
 * @throws BankFileRefused
 */
export async function readStatement(source: FileSource, options: { maxBytes?: number } = {}): Promise<StatementFile> {
  const chunks = toAsync(source);
  let head = Buffer.alloc(0);
  while (head.length < TEXT_EXCHANGE_MARK.length + 3) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole() {
    yield head;
    yield* chunks;
  }
  const isText = head.subarray(0, TEXT_EXCHANGE_MARK.length + 3).includes(TEXT_EXCHANGE_MARK);
  return isText ? readTextStatement(whole(), options) : readCamt053(whole(), options);
}

async function* toAsync(source: FileSource): AsyncGenerator<Uint8Array> {
  yield* source;
}
