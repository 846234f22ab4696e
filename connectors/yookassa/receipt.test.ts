import fc from 'fast-check';
import { cartTotal, VAT_RATES, type CartLine } from '../../domain/invoice/cart';
import { fitCart, refundedLines } from '../../domain/invoice/cart-share';
import { ConnectorMisuse } from '../connector';
import { fromYooKassaAmount } from './yookassa-amount';
import { createYooKassaConnector } from './yookassa.connector';
import { YooKassaReceipts, VAT_CODES, type ReceiptSettings } from './receipt';
import { YOOKASSA_CARDS } from './testing/payment-book';
import { YooKassaStandIn } from './testing/yookassa-stand-in';

interface Item {
  quantity: number;
  amount: { value: string; currency: string };
  description: string;
  vat_code: number;
}

const currency = 'RUB';
const payer = { email: 'payer@example.com', phoneNumber: '+79161234567', name: 'Anna Petrova' };
const itemsOf = ({ receipt }: { receipt?: object }) => (receipt as { items: Item[] } | undefined)?.items ?? [];
const sum = (items: Item[]) =>
  items.reduce((total, { amount, quantity }) => total + (fromYooKassaAmount(amount) ?? 0n) * BigInt(quantity), 0n);

const line = fc.record({
  product: fc.string({ minLength: 1, maxLength: 1_000, unit: 'grapheme' }),
  quantity: fc.bigInt({ min: 1n, max: 200_000n }),
  priceMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
  taxRate: fc.constantFrom('0%' as const, '10%' as const, '20%' as const, '10/110' as const, '20/120' as const),
});
const cart = fc.array(line, { minLength: 1, maxLength: 100 });

test('receipts of a payment, a partial capture and a partial refund sum to their amounts', () => {
  const receipts = new YooKassaReceipts();
  fc.assert(
    fc.property(
      cart,
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 1n, max: 1_000n }),
      (lines, left, right) => {
        const totalMinor = cartTotal(lines);
        const capturedMinor = (totalMinor * left) / 1_000n || 1n;
        const refundedMinor = (capturedMinor * right) / 1_000n || 1n;
        const captured = fitCart(lines, capturedMinor);
        const refunded = refundedLines({ amountMinor: refundedMinor, before: captured });
        for (const items of [lines, captured, refunded]) {
          const sent = itemsOf(receipts.ofPayment({ items, payer, currency }));
          expect(sum(sent)).toBe(cartTotal(items));
          expect(sent.length).toBeLessThanOrEqual(100);
          for (const { quantity, description } of sent) {
            expect(quantity >= 1 && quantity <= 99_999).toBe(true);
            expect(Array.from(description).length).toBeLessThanOrEqual(128);
          }
        }
      },
    ),
  );
});

test('each rate has its code, and those of 18 % are a misuse before anything is sent', () => {
  expect(Object.keys(VAT_CODES)).toEqual([...VAT_RATES]);
  const receiptOf = (taxRate?: CartLine['taxRate']) => {
    const items: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n, ...(taxRate && { taxRate }) }];
    return itemsOf(new YooKassaReceipts().ofPayment({ items, payer, currency }));
  };
  expect(VAT_RATES.filter((rate) => VAT_CODES[rate]).map((rate) => [rate, receiptOf(rate)[0]?.vat_code])).toEqual([
    ['0%', 2],
    ['10%', 3],
    ['20%', 4],
    ['10/110', 5],
    ['20/120', 6],
  ]);
  expect(receiptOf()).toMatchObject([{ vat_code: 1 }]);
  expect(() => receiptOf('18%')).toThrow('YooKassa has no VAT code for the rate 18%');
  expect(() => receiptOf('18/118')).toThrow(ConnectorMisuse);
});

describe('YooKassa with receipts', () => {
  const standIn = new YooKassaStandIn();
  let url: string;
  beforeAll(async () => void (url = await standIn.start()));
  afterAll(async () => {
    await standIn.stop();
    expect(standIn.problems).toEqual([]);
  });

  const items: CartLine[] = [
    { product: 'Чай', quantity: 3n, priceMinor: 33_333n, taxRate: '20%' },
    { product: 'Доставка', quantity: 1n, priceMinor: 1n },
  ];
  const connect = (receipts?: ReceiptSettings) =>
    createYooKassaConnector({ shop: { id: '100500', secret: 'test_secret' }, url, ...(receipts && { receipts }) });
  let count = 0;
  const request = () => ({
    operationID: `payment/RECEIPT${(count += 1)}.1/authorise`,
    timeoutMs: 5_000,
    paymentTool: { type: 'card', cardNumber: YOOKASSA_CARDS.approved, expDate: '12/29', cvv: '123' } as const,
    ...{ amount: 100_000n, currency, items, payer, makeRecurrent: false },
    callbackUrl: 'https://pay.example.com/callbacks/yookassa',
    merchantName: 'Shop',
    description: 'Order 1',
  });
  const follow = (operationID: string, step: string, amount: bigint, lines: CartLine[]) => ({
    operationID: operationID.replace('authorise', step),
    authorisation: { kind: 'authorise', operationID } as const,
    ...{ timeoutMs: 5_000, amount, currency, items: lines, payer },
  });

  test('payment, partial capture and partial refund carry receipts that sum to their amounts', async () => {
    const connector = connect({ taxSystemCode: 2 });
    const { operationID, ...rest } = request();
    expect(await connector.authorise({ operationID, ...rest })).toMatchObject({ kind: 'approved' });
    const captured = fitCart(items, 70_000n);
    const capture = follow(operationID, 'capture', 70_000n, captured);
    expect(await connector.capture(capture)).toMatchObject({ kind: 'approved', amountMinor: 70_000n });
    const refund = follow(operationID, 'refund', 10_001n, fitCart(captured, 10_001n));
    expect(await connector.refund(refund)).toMatchObject({ kind: 'approved' });

    const sent = standIn.calls.filter(({ body }) => body['receipt']).map(({ body }) => body as { receipt: object });
    expect(sent.map((body) => sum(itemsOf(body)))).toEqual([100_000n, 70_000n, 10_001n]);
    expect(sent[0]?.receipt).toEqual({
      customer: { full_name: 'Anna Petrova', email: 'payer@example.com', phone: '79161234567' },
      tax_system_code: 2,
      items: [
        { ...itemOf('Чай', '333.33', 3), vat_code: 4 },
        { ...itemOf('Доставка', '0.01', 1), vat_code: 1 },
      ],
    });
  });

  const itemOf = (description: string, value: string, quantity: number) => ({
    ...{ description, quantity, amount: { value, currency: 'RUB' } },
    ...{ measure: 'piece', payment_mode: 'full_payment', payment_subject: 'commodity' },
  });

  test('a cart without the payer’s e-mail and phone is a misuse, and nothing is sent', async () => {
    const before = standIn.calls.length;
    const sending = connect().authorise({ ...request(), payer: { ip: '203.0.113.7' } });
    await expect(sending).rejects.toThrow('needs the payer’s e-mail or phone');
    expect(standIn.calls).toHaveLength(before);
  });

  test('a refund whose payer was erased has a receipt without contacts', async () => {
    const { operationID, ...rest } = request();
    await connect().authorise({ operationID, ...rest });
    await connect().capture(follow(operationID, 'capture', 100_000n, items));
    const { payer: _erased, ...refund } = follow(operationID, 'refund', 100_000n, items);
    expect(await connect().refund(refund)).toMatchObject({ kind: 'approved' });
    expect(standIn.calls.at(-1)?.body['receipt']).not.toHaveProperty('customer');
  });

  test('a shop with receipts off sends none and needs no contacts', async () => {
    const outcome = await connect({ isOff: true }).authorise({ ...request(), payer: {} });
    expect(outcome).toMatchObject({ kind: 'approved' });
    expect(standIn.calls.at(-1)?.body).not.toHaveProperty('receipt');
  });
});
