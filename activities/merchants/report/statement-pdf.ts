import type { DocumentContent, StatementContent } from '../../../domain/merchants/settlement/settlement-document';
import { STATEMENT_GROUP_NAMES, localTime } from '../../../domain/merchants/settlement/statement-columns';
import { STATEMENT_GROUPS } from '../../../domain/merchants/settlement/statement-groups';
import { partiesText, right, rubles, russianDay, table, type PdfNode } from './pdf-parts';
import type { PresentedLine } from './statement-lines';

/** A statement with more lines has sums of days instead, because a page of the library takes memory until the end. */
export const MAX_PDF_LINES = 5_000;

/** A statement as people read it: the parties, the sections with their sums, and the lines or days. */
export async function statementText(content: DocumentContent, lines: AsyncIterable<PresentedLine>): Promise<PdfNode[]> {
  const { statement, from, to, timeZone, shopName, shopID } = content;
  if (!statement) throw new Error('only statements have lines');
  const { batch, currency, lineCount } = statement;
  const time = (at: string): string => localTime(new Date(at), timeZone);
  const isLong = lineCount > MAX_PDF_LINES;
  return [
    { text: batch ? `Выписка по пакету № ${batch.number}` : `Выписка за ${content.month}`, style: 'title' },
    ...partiesText(content),
    `Магазин: ${shopName} (${shopID}), валюта ${currency}`,
    ...(batch ? [`Пакет: ${batch.id}`] : []),
    `Период: с ${time(from)} до ${time(to)}, часовой пояс ${timeZone}`,
    { text: 'Итоги', style: 'section' },
    summary(statement),
    { text: isLong ? 'Итоги по дням' : 'Операции', style: 'section' },
    ...(isLong
      ? [`Операций больше ${MAX_PDF_LINES}, поэтому здесь суммы по дням. Все операции – в файлах CSV и XLSX.`]
      : []),
    isLong ? await dayTable(lines, currency) : await lineTable(lines, currency),
  ];
}

function summary({ opening, closing, groups, vat, currency }: StatementContent): PdfNode {
  const row = (name: string, minor: string, style = {}): PdfNode[] => [
    { text: name, ...style },
    right(rubles(minor, currency), style),
  ];
  const rows = [
    row('Входящий остаток', opening, { bold: true }),
    ...STATEMENT_GROUPS.map((group) => row(STATEMENT_GROUP_NAMES[group], groups[group])),
    row('Исходящий остаток', closing, { bold: true }),
    row('НДС в комиссиях', vat, { italics: true }),
  ];
  return table(['Раздел', 'Сумма'], rows, [160, 'auto']);
}

async function lineTable(lines: AsyncIterable<PresentedLine>, currency: string): Promise<PdfNode> {
  const rows: PdfNode[][] = [];
  for await (const line of lines) {
    const order = line.orderID ?? line.externalID ?? '';
    const source = line.text ?? (line.invoiceID ? `${line.invoiceID}.${line.paymentID}` : line.id);
    rows.push([
      ...[line.time, line.name, source, order],
      ...amounts([line.grossMinor, line.feeMinor, line.vatMinor, line.netMinor, line.balanceMinor], currency),
    ]);
  }
  const headings = [
    'Время',
    'Операция',
    'Основание',
    'Заказ',
    'Сумма',
    'Комиссия',
    'в т. ч. НДС',
    'Изменение',
    'Баланс',
  ];
  return table(headings, rows, [75, 80, '*', 70, 'auto', 'auto', 'auto', 'auto', 'auto']);
}

interface Day {
  count: number;
  sums: bigint[];
  balanceMinor: bigint;
}

async function dayTable(lines: AsyncIterable<PresentedLine>, currency: string): Promise<PdfNode> {
  const days = new Map<string, Day>();
  for await (const { time, grossMinor, feeMinor, vatMinor, netMinor, balanceMinor } of lines) {
    const key = time.slice(0, 10);
    const { count, sums } = days.get(key) ?? { count: 0, sums: [0n, 0n, 0n, 0n] };
    const moved = [grossMinor, feeMinor, vatMinor, netMinor];
    days.set(key, { count: count + 1, sums: sums.map((sum, index) => sum + (moved[index] ?? 0n)), balanceMinor });
  }
  const rows = [...days].map(([day, { count, sums, balanceMinor }]): PdfNode[] => [
    ...[russianDay(day), right(String(count))],
    ...amounts([...sums, balanceMinor], currency),
  ]);
  const headings = ['День', 'Операций', 'Сумма', 'Комиссия', 'в т. ч. НДС', 'Изменение', 'Баланс'];
  return table(headings, rows, ['*', 'auto', 'auto', 'auto', 'auto', 'auto', 'auto']);
}

const amounts = (minors: readonly bigint[], currency: string): PdfNode[] =>
  minors.map((minor) => right(rubles(minor, currency)));
