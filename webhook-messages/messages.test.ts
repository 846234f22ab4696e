import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

const BEGINNING = `
import { paymentMachine } from '../domain/payments/payment/payment.machine';
import { refundMachine } from '../domain/payments/refund/refund.machine';
import type { RecordedInvoiceChange } from '../store/payments/invoice/invoice.events';
import { paymentWebhookMessages } from '../store/payments/payment/payment.message';
import type { WebhookMessage } from './message';
import type { Invoice, Payment, Refund } from './payments/entities';
import type { Destination } from './wallets/events';
declare const of: Parameters<typeof paymentWebhookMessages>[1];
declare const [invoice, payment, refund]: [Invoice, Payment, Refund];
const [id, createdAt, status, amount, currency] = ['1', '2026-11-21T12:00:00Z', 'pending', 100, 'RUB'] as const;
`;

/** The compiler error codes of each builder, in files that exist in memory only. */
function getErrors(builders: readonly string[]): number[][] {
  const texts = new Map(
    builders.map((builder, index) => [join(__dirname, `builder-${index}.ts`), `${BEGINNING}\n${builder}\n`]),
  );
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target) => {
      const text = texts.get(path);
      return text === undefined ? disk.getSourceFile(path, target) : ts.createSourceFile(path, text, target);
    },
  };
  const unusedIsNoMatter = { noUnusedLocals: false, noUnusedParameters: false };
  const program = ts.createProgram([...texts.keys()], { ...options, ...unusedIsNoMatter, noEmit: true }, host);
  return [...texts.keys()].map((path) =>
    program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ code }) => code),
  );
}

const [UNKNOWN_FIELD, MISSING_FIELD, OTHER_TYPE, OTHER_ARGUMENT] = [2353, 2741, 2322, 2345];

const RIGHT = [
  ['a refund', `export const it: Refund = { id, createdAt, status, amount, currency, rrn: '1' };`],
  [
    'a message of a refund',
    `export const it: WebhookMessage = { topic: 'InvoicesTopic', eventType: 'RefundCreated', invoice, payment, refund };`,
  ],
  ['what a machine emits', `export const it = paymentWebhookMessages(paymentMachine.creation, of);`],
  ['a change', `export const it: RecordedInvoiceChange = { changeType: 'PaymentStarted', paymentID: '1' };`],
] as const;

const WRONG = [
  [
    'a field that the document does not have',
    UNKNOWN_FIELD,
    `export const it: Refund = { id, createdAt, status, amount, currency, connectorReference: 'secret' };`,
  ],
  ['without a field that it requires', MISSING_FIELD, `export const it: Refund = { id, createdAt, status, amount };`],
  [
    'an amount that is text',
    OTHER_TYPE,
    `export const it: Refund = { id, createdAt, status, currency, amount: '100' };`,
  ],
  [
    'a field that the other document has',
    UNKNOWN_FIELD,
    `export const it: Destination = { id, name: '', identity: '', currency, resource: { type: 'Generic', resourceType: '', bin: '' } };`,
  ],
  [
    'an event without its refund',
    OTHER_TYPE,
    `export const it: WebhookMessage = { topic: 'InvoicesTopic', eventType: 'RefundCreated', invoice, payment };`,
  ],
  [
    'an event that is not published',
    OTHER_TYPE,
    `export const it: WebhookMessage = { topic: 'InvoicesTopic', eventType: 'RefundUndone', invoice, payment, refund };`,
  ],
  [
    'events of another machine',
    OTHER_ARGUMENT,
    `export const it = paymentWebhookMessages(refundMachine.creation, of);`,
  ],
  [
    'a change with a field that its history does not have',
    UNKNOWN_FIELD,
    `export const it: RecordedInvoiceChange = { changeType: 'PaymentStarted', paymentID: '1', amount };`,
  ],
] as const;

test('a published message compiles; an extra, missing or mistyped field does not', () => {
  const errors = getErrors([...RIGHT.map(([, builder]) => builder), ...WRONG.map(([, , builder]) => builder)]);
  const names = [...RIGHT.map(([what]) => what), ...WRONG.map(([what]) => what)];
  expect(Object.fromEntries(names.map((what, index) => [what, errors[index]]))).toEqual({
    ...Object.fromEntries(RIGHT.map(([what]) => [what, []])),
    ...Object.fromEntries(WRONG.map(([what, code]) => [what, [code]])),
  });
});
