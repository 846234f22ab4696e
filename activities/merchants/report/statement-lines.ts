import { createHash } from 'node:crypto';
import { decimalText } from '../../../domain/platform/money/amount-text';
import { readTransferID } from '../../../domain/merchants/settlement/balance-transaction';
import type { DocumentContent, StatementContent } from '../../../domain/merchants/settlement/settlement-document';
import { STATEMENT_GROUP_NAMES, localTime } from '../../../domain/merchants/settlement/statement-columns';
import { STATEMENT_GROUPS, STATEMENT_LINES } from '../../../domain/merchants/settlement/statement-groups';
import type { RegistryRow } from '../../../store/merchants/report/registry-source';
import type { StatementLine } from '../../../store/merchants/settlement/statement.queries';

/** A line with its names and the balance after it. */
export interface PresentedLine extends StatementLine {
  group: string;
  name: string;
  time: string;
  netMinor: bigint;
  balanceMinor: bigint;
}

/**
 * Presents the lines of a statement, and proves that they lead from its opening to its closing balance.
 * @param onEnd receives the checksum of their ids and amounts
 */
export async function* presentLines(
  lines: AsyncIterable<StatementLine>,
  { content: { timeZone }, statement }: { content: DocumentContent; statement: StatementContent },
  onEnd: (sha256: string) => void,
): AsyncGenerator<PresentedLine> {
  const hash = createHash('sha256');
  let balanceMinor = BigInt(statement.opening);
  let count = 0;
  for await (const line of lines) {
    const [group, name] = STATEMENT_LINES[readTransferID(line.id).type];
    const netMinor = line.grossMinor - line.feeMinor;
    balanceMinor += netMinor;
    count += 1;
    hash.update(`${line.id} ${line.grossMinor} ${line.feeMinor} ${line.vatMinor}\n`);
    const time = localTime(line.createdAt, timeZone);
    yield { ...line, group: STATEMENT_GROUP_NAMES[group], name, time, netMinor, balanceMinor };
  }
  if (balanceMinor !== BigInt(statement.closing) || count !== statement.lineCount)
    throw new Error(`${count} lines lead to ${balanceMinor}, not ${statement.lineCount} to ${statement.closing}`);
  onEnd(hash.digest('hex'));
}

/** The rows of a statement (`STATEMENT_COLUMNS`): opening balance, lines, sums of the sections, closing balance. */
export async function* statementRows(
  lines: AsyncIterable<PresentedLine>,
  { content: { from, to, timeZone }, statement }: { content: DocumentContent; statement: StatementContent },
): AsyncGenerator<RegistryRow> {
  const { currency } = statement;
  const amount = (minor: bigint | string): string => decimalText({ amountMinor: BigInt(minor), currency });
  const balance = (name: string, at: string, minor: string): RegistryRow => [
    ...[name, null, localTime(new Date(at), timeZone)],
    ...[null, null, null, null, null, null, null, null, amount(minor), null, currency, null, null],
  ];
  yield balance('Входящий остаток', from, statement.opening);
  for await (const line of lines) {
    yield [
      ...[line.group, line.name, line.time, line.invoiceID, line.paymentID, line.orderID, line.externalID],
      ...[line.grossMinor, line.feeMinor, line.vatMinor, line.netMinor, line.balanceMinor].map(amount),
      ...[null, currency, line.text, line.id],
    ];
  }
  const total = (name: string, minor: string): RegistryRow => [
    ...[`Итого: ${name}`, null, null, null, null, null, null, null, null, null, null, null],
    ...[amount(minor), currency, null, null],
  ];
  for (const group of STATEMENT_GROUPS) yield total(STATEMENT_GROUP_NAMES[group], statement.groups[group]);
  yield total('НДС в комиссиях', statement.vat);
  yield balance('Исходящий остаток', to, statement.closing);
}
