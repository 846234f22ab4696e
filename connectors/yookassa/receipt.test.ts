import fc from 'fast-check';
import { cartTotal, lineCost, type CartLine } from '../../domain/payments/invoice/cart';
import { fitCart, refundedLines } from '../../domain/payments/invoice/cart-share';
import { MEASURES, PAYMENT_MODES, PAYMENT_SUBJECTS, type Measure } from '../../domain/payments/invoice/fiscal-tags';
import { isEnded, VAT_RATES } from '../../domain/payments/invoice/vat';
import { ConnectorRejection } from '../connector-rejection';
import { fromYooKassaAmount } from './yookassa-amount';
import { createYooKassaConnector } from './yookassa.connector';
import { YooKassaReceipts, VAT_CODES, type YooKassaReceiptSettings } from './receipt';
import { YOOKASSA_CARDS } from './testing/payment-book';
import { YooKassaStandIn } from './testing/yookassa-stand-in';

interface Item {
  quantity: number;
  amount: { value: string; currency: string };
  description: string;
  vat_code: number;
  payment_subject: string;
  payment_mode: string;
  measure: string;
}

const currency = 'RUB';
const MAX_PIECES = 99_999n;
const payer = { email: 'payer@example.com', phoneNumber: '+79161234567', name: 'Anna Petrova' };
const itemsOf = ({ receipt }: { receipt?: object }) => (receipt as { items: Item[] } | undefined)?.items ?? [];
const sum = (items: Item[]) =>
  items.reduce((total, { amount, quantity }) => total + (fromYooKassaAmount(amount) ?? 0n) * BigInt(quantity), 0n);

const now = new Date('2026-11-27T00:00:00Z');
const USABLE = VAT_RATES.filter((rate) => !isEnded(rate, now));
const input = { currency, amount: 1n, product: 'Order 1', payer };

const lineParts = {
  product: fc.string({ minLength: 1, maxLength: 1_000, unit: 'grapheme' }),
  quantity: fc.bigInt({ min: 1n, max: 200_000n }),
  priceMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
  taxRate: fc.constantFrom(...USABLE),
  subject: fc.constantFrom(...PAYMENT_SUBJECTS),
  mode: fc.constantFrom(...PAYMENT_MODES),
  measure: fc.constantFrom(...(Object.keys(MEASURES) as Measure[])),
};
const line = fc.record(lineParts);
const cart = fc.array(line, { minLength: 1, maxLength: 100 });
const SUPPLIER = { name: 'ООО «Ромашка»', inn: '7707083893', phones: ['+74955555550', '+74955555551'] };
const CODE = { type: 'gs_1m', value: '010460406000590021N4N57RTCBUZTQ\u001d93abcd' } as const;

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
          const sent = itemsOf(receipts.ofPayment({ ...input, items }, now));
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

test('lines of different rates, subjects or modes are never merged: each keeps its sum', () => {
  const receipts = new YooKassaReceipts();
  const few = fc.array(fc.record({ ...lineParts, product: fc.constantFrom('Tea', 'Cup') }), {
    minLength: 1,
    maxLength: 100,
  });
  fc.assert(
    fc.property(few, fc.bigInt({ min: 1n, max: 1_000n }), (lines, part) => {
      const items = fitCart(lines, (cartTotal(lines) * part) / 1_000n || 1n);
      const expected = sumsBy(items, (each) =>
        [each.product, VAT_CODES[each.taxRate ?? 'none'], each.subject, each.mode].join(),
      )(lineCost);
      const sent = itemsOf(receipts.ofPayment({ ...input, items }, now));
      const actual = sumsBy(sent, (each) =>
        [each.description, each.vat_code, each.payment_subject, each.payment_mode].join(),
      )(({ amount, quantity }) => (fromYooKassaAmount(amount) ?? 0n) * BigInt(quantity));
      expect(actual).toEqual(expected);
    }),
  );
});

function sumsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  return (costOf: (item: Item) => bigint) => {
    const sums: Record<string, bigint> = {};
    for (const item of items) sums[keyOf(item)] = (sums[keyOf(item)] ?? 0n) + costOf(item);
    return sums;
  };
}

const receiptOf = (line: Partial<CartLine>, settings: YooKassaReceiptSettings = {}) => {
  const items: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n, ...line }];
  return itemsOf(new YooKassaReceipts(settings).ofPayment({ ...input, items }, now))[0];
};

test('each rate of today has YooKassa’s code', () => {
  expect(Object.fromEntries(USABLE.map((taxRate) => [taxRate, receiptOf({ taxRate })?.vat_code]))).toEqual({
    ...{ '0%': 2, '10%': 3, '10/110': 5, '5%': 7, '7%': 8 },
    ...{ '5/105': 9, '7/107': 10, '22%': 11, '22/122': 12 },
  });
  expect(receiptOf({})?.vat_code).toBe(1);
});

test('a rate that has ended is refused for a new sale, with its place, and serves the refund of an earlier one', () => {
  for (const taxRate of ['18%', '18/118', '20%', '20/120'] as const) {
    expect(() => receiptOf({ taxRate })).toThrow(
      expect.objectContaining({ fact: { code: 'notSent', parameter: `taxMode.rate.${taxRate}` }, isUnsent: true }),
    );
    expect(() => receiptOf({ taxRate })).toThrow(ConnectorRejection);
  }
  const items: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n, taxRate: '20%' }];
  const receipts = new YooKassaReceipts();
  expect(itemsOf(receipts.ofFollowUp({ ...input, items }))).toMatchObject([{ vat_code: 4 }]);
  const lastOf2025 = new Date('2025-12-31T20:59:59Z');
  expect(itemsOf(receipts.ofPayment({ ...input, items }, lastOf2025))).toMatchObject([{ vat_code: 4 }]);
  expect(() => receipts.ofPayment({ ...input, items }, new Date(lastOf2025.getTime() + 1_000))).toThrow();
});

test('settings give the VAT, subject and mode of lines that state none', () => {
  const settings = { vat: '5%', subject: 'service', mode: 'full_prepayment' } as const;
  expect(receiptOf({}, settings)).toMatchObject({
    ...{ vat_code: 7, payment_subject: 'service', payment_mode: 'full_prepayment' },
  });
  const own = { taxRate: '22/122', subject: 'payment', mode: 'advance' } as const;
  expect(receiptOf(own, settings)).toMatchObject({
    ...{ vat_code: 12, payment_subject: 'payment', payment_mode: 'advance' },
  });
});

test('the second receipt has the lines of a prepayment alone, with the rates of the sale; contacts are required', () => {
  const items: CartLine[] = [
    { product: 'Tea', quantity: 2n, priceMinor: 100n, taxRate: '22/122', mode: 'partial_prepayment' },
    { product: 'Cup', quantity: 1n, priceMinor: 50n, taxRate: '0%' },
    { product: 'Card', quantity: 1n, priceMinor: 25n, mode: 'credit' },
  ];
  const receipts = new YooKassaReceipts();
  const settlement = receipts.ofSettlement({ ...input, items });
  expect(itemsOf({ receipt: settlement ?? {} })).toMatchObject([{ description: 'Tea', quantity: 2, vat_code: 11 }]);
  expect(settlement).toMatchObject({
    ...{ type: 'payment', send: true, settlements: [{ type: 'prepayment', amount: { value: '2.00' } }] },
    items: [{ payment_mode: 'full_payment' }],
  });
  const byDefault = new YooKassaReceipts({ mode: 'advance', vat: '7/107' }).ofSettlement({ ...input, items });
  expect(itemsOf({ receipt: byDefault ?? {} }).map(({ vat_code: code }) => code)).toEqual([11, 2]);
  expect(receipts.ofSettlement({ ...input, items: items.slice(1) })).toBeUndefined();
  expect(new YooKassaReceipts({ isOff: true }).ofSettlement({ ...input, items })).toBeUndefined();
  const { payer: _erased, ...withoutContacts } = { ...input, items };
  expect(() => receipts.ofSettlement(withoutContacts)).toThrow('needs the payer’s e-mail or phone');
  expect(() => receipts.ofSettlement(withoutContacts)).toThrow(
    expect.objectContaining({ fact: { code: 'notSent', parameter: 'receipt.customer' } }),
  );
  const untaxed: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n, mode: 'advance' }];
  for (const settings of [{}, { vat: 'none' }] as const) {
    const settled = new YooKassaReceipts(settings).ofSettlement({ ...input, items: untaxed });
    expect(itemsOf({ receipt: settled ?? {} })).toMatchObject([{ vat_code: 1, payment_mode: 'full_payment' }]);
  }
});

test('a marked piece states its code, mode and part of a pack, and is never an account’s default service', () => {
  const marked = { markingCode: CODE };
  expect(receiptOf(marked, { subject: 'service' })).toMatchObject({
    ...{ quantity: 1, measure: 'piece', payment_subject: 'marked', mark_mode: '0' },
    ...{ mark_code_info: { gs_1m: CODE.value }, mark_quantity: { numerator: 1, denominator: 1 } },
  });
  const part = { numerator: 1, denominator: 100 };
  expect(receiptOf({ subject: 'excise', markingCode: { type: 'raw', value: 'a', part } })).toMatchObject({
    ...{ payment_subject: 'marked_excise', mark_code_info: { mark_code_raw: 'a' }, mark_quantity: part },
  });
  expect(receiptOf({ measure: 'liter', quantity: 3n })).toMatchObject({ quantity: 3, measure: 'liter' });
  expect(receiptOf({ measure: 'gram', quantity: MAX_PIECES + 1n })).toMatchObject({ quantity: 1, measure: 'piece' });
});

test('an agent is refused in the receipt of a payment, and is in a receipt of its own', () => {
  const agent = { type: 'commissioner', supplier: SUPPLIER } as const;
  const items: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n, agent, mode: 'full_prepayment' }];
  const receipts = new YooKassaReceipts();
  const refused = expect.objectContaining({
    ...{ isUnsent: true, fact: { code: 'notSent', parameter: 'receipt.items.agent_type' } },
  });
  expect(() => receipts.ofPayment({ ...input, items }, now)).toThrow(refused);
  expect(() => receipts.ofFollowUp({ ...input, items })).toThrow(refused);
  expect(new YooKassaReceipts({ isOff: true }).ofPayment({ ...input, items }, now)).toEqual({});
  const supplier = { name: SUPPLIER.name, inn: SUPPLIER.inn, phone: '74955555550' };
  expect(receipts.ofSettlement({ ...input, items })).toMatchObject({
    items: [{ agent_type: 'commissioner', supplier }],
  });
});

test('marked lines stay apart where others are merged', () => {
  const tea: CartLine = { product: 'Tea', quantity: 1n, priceMinor: 3n };
  const codes = Array.from({ length: 60 }, (_, index): CartLine => ({
    ...tea,
    markingCode: { ...CODE, value: `${index}` },
  }));
  const cheap = Array.from({ length: 60 }, () => tea);
  const sent = itemsOf(new YooKassaReceipts().ofPayment({ ...input, items: [...codes, ...cheap] }, now));
  expect(sent).toHaveLength(61);
  expect(sum(sent)).toBe(360n);
});

test('a receipt has the contacts that are known, and no others', () => {
  const customerOf = (contacts: object) => {
    const items: CartLine[] = [{ product: 'Tea', quantity: 1n, priceMinor: 100n }];
    return new YooKassaReceipts().ofPayment({ ...input, payer: contacts, items }, now).receipt;
  };
  expect(customerOf({ phoneNumber: '+79161234567' })).toHaveProperty('customer', { phone: '79161234567' });
  expect(customerOf({ email: 'a@b.example' })).toHaveProperty('customer', { email: 'a@b.example' });
  expect(customerOf({ email: 'a@b.example' })).not.toHaveProperty('tax_system_code');
});

test('lines are merged above a hundred of them, or 99,999 pieces of one', () => {
  const lines = (count: number, quantity = 1n): CartLine[] =>
    Array.from({ length: count }, () => ({ product: 'Tea', quantity, priceMinor: 1n }));
  const countOf = (items: CartLine[]) => itemsOf(new YooKassaReceipts().ofPayment({ ...input, items }, now)).length;
  expect([countOf(lines(100)), countOf(lines(101))]).toEqual([100, 1]);
  const piecesOf = (quantity: bigint) =>
    itemsOf(new YooKassaReceipts().ofPayment({ ...input, items: lines(1, quantity) }, now))[0]?.quantity;
  expect([piecesOf(MAX_PIECES), piecesOf(MAX_PIECES + 1n)]).toEqual([Number(MAX_PIECES), 1]);
});

test('a payment without a cart has a receipt of its product only with the setting', () => {
  const product = `${'x'.repeat(127)}😀 and more`;
  expect(new YooKassaReceipts().ofPayment({ ...input, product }, now)).toEqual({});
  const [item, ...others] = itemsOf(new YooKassaReceipts({ vat: '22%' }).ofPayment({ ...input, product }, now));
  expect(others).toEqual([]);
  expect(item).toMatchObject({ description: 'x'.repeat(127), quantity: 1, vat_code: 11 });
  expect(fromYooKassaAmount(item?.amount ?? { value: '', currency })).toBe(1n);
});

function toMarked() {
  const code = { mark_code_info: { gs_1m: 'a' }, mark_mode: '0', mark_quantity: { numerator: 1, denominator: 1 } };
  return { ...code, payment_subject: 'marked' };
}

describe('YooKassa with receipts', () => {
  const standIn = new YooKassaStandIn();
  let url: string;
  beforeAll(async () => void (url = await standIn.start()));
  afterAll(async () => {
    await standIn.stop();
    expect(standIn.problems).toEqual([]);
  });

  const items: CartLine[] = [
    { product: 'Чай', quantity: 3n, priceMinor: 33_333n, taxRate: '22%' },
    { product: 'Доставка', quantity: 1n, priceMinor: 1n },
  ];
  const connect = (receipts?: YooKassaReceiptSettings) =>
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
        { ...itemOf('Чай', '333.33', 3), vat_code: 11 },
        { ...itemOf('Доставка', '0.01', 1), vat_code: 1 },
      ],
    });
  });

  const itemOf = (description: string, value: string, quantity: number) => ({
    ...{ description, quantity, amount: { value, currency: 'RUB' } },
    ...{ measure: 'piece', payment_mode: 'full_payment', payment_subject: 'commodity' },
  });

  test('marking codes and measures travel through payment, capture, refund and second receipt', async () => {
    const lines: CartLine[] = [
      { product: 'Шуба', quantity: 1n, priceMinor: 90_000n, markingCode: { type: 'fur', value: 'a'.repeat(20) } },
      { product: 'Ткань', quantity: 5n, priceMinor: 2_000n, measure: 'meter', mode: 'advance' },
    ];
    const connector = connect();
    const { operationID, ...rest } = request();
    const before = standIn.calls.length;
    await connector.authorise({ operationID, ...rest, items: lines });
    const captured = fitCart(lines, 70_001n);
    await connector.capture(follow(operationID, 'capture', 70_001n, captured));
    const after = captured.filter(({ markingCode }) => !markingCode);
    const refunded = refundedLines({ amountMinor: 70_001n - cartTotal(after), before: captured, after });
    expect(refunded).toMatchObject([{ markingCode: { value: 'a'.repeat(20) }, quantity: 1n }]);
    const refund = follow(operationID, 'refund', cartTotal(refunded), refunded);
    expect(await connector.refund(refund)).toMatchObject({ kind: 'approved' });
    const settling = follow(operationID, 'settlement-receipt', cartTotal(after), after);
    expect(await connector.settlePrepayment?.(settling)).toMatchObject({ kind: 'pending' });
    const sent = standIn.calls.slice(before).filter(({ body }) => body['receipt'] ?? body['settlements']);
    const said = sent.map(({ body }) => itemsOf({ receipt: (body['receipt'] as object | undefined) ?? body }));
    expect(said.map((each) => each.filter((item) => 'mark_code_info' in item).length)).toEqual([1, 1, 1, 0]);
    expect(said[3]?.every((item) => item.measure === 'meter')).toBe(true);
  });

  const withAgent = {
    agent_type: 'agent',
    supplier: { name: 'ООО «Ромашка»', inn: '7707083893', phone: '74955555550' },
  };
  test.each([
    ['an agent', withAgent],
    ['a marked subject without a code', { payment_subject: 'marked' }],
    ['a code without its mode', { mark_code_info: { gs_1m: 'a' }, payment_subject: 'marked' }],
    ['two pieces with a code', { ...toMarked(), quantity: 2, amount: { value: '500.00', currency } }],
    ['a measure beside a code', { ...toMarked(), measure: 'gram' }],
    ['more than a pack', { ...toMarked(), mark_quantity: { numerator: 2, denominator: 1 } }],
  ])('the stand-in refuses a payment’s receipt with %s', (_, fields) => {
    const item = { ...itemOf('Чай', '1000.00', 1), vat_code: 11, ...fields };
    const receipt = { customer: { email: 'a@b.example' }, items: [item] };
    const body = { amount: { value: '1000.00', currency }, receipt };
    expect(() => standIn.book.pay(body)).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('a cart without the payer’s e-mail and phone is refused before it is sent', async () => {
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

  describe('with obligatory receipts', () => {
    beforeAll(() => void (standIn.book.areReceiptsObligatory = true));
    afterAll(() => void (standIn.book.areReceiptsObligatory = false));
    const { items: _, ...withoutCart } = request();

    test('a payment without a cart is refused for ever with the acquirer’s parameter', async () => {
      const { operationID } = request();
      await expect(connect().authorise({ ...withoutCart, operationID })).rejects.toMatchObject({
        ...{ name: 'ConnectorMisuse', isUnsent: false, fact: { code: 'invalid_request', parameter: 'receipt' } },
      });
      expect(standIn.book.find(operationID)).toBeUndefined();
    });

    test('a payment, its captures and its refunds have receipts of the product where the account has a VAT', async () => {
      const connector = connect({ vat: '22%', subject: 'service' });
      const { operationID } = request();
      const before = standIn.calls.length;
      expect(await connector.authorise({ ...withoutCart, operationID })).toMatchObject({ kind: 'approved' });
      for (const [step, amount] of [['capture', 70_000n] as const, ['refund', 10_001n] as const]) {
        const { items: _items, ...sent } = follow(operationID, step, amount, []);
        expect(await connector[step](sent)).toMatchObject({ kind: 'approved' });
      }
      const sent = standIn.calls.slice(before).filter(({ body }) => body['receipt']);
      expect(sent.map(({ body }) => itemsOf(body as { receipt: object }))).toEqual(
        ['1000.00', '700.00', '100.01'].map((value) => [
          { ...itemOf('Order 1', value, 1), payment_subject: 'service', vat_code: 11 },
        ]),
      );
    });

    test('a lost request is blocked with a receipt, and ends also where the shop refuses the block', async () => {
      for (const settings of [{ vat: '22%' } as const, {}]) {
        const { operationID } = request();
        const authorisation = { kind: 'authorise', operationID } as const;
        const void_ = { operationID: operationID.replace('authorise', 'void'), timeoutMs: 5_000, authorisation };
        expect(await connect(settings).void(void_)).toMatchObject({ kind: 'approved' });
        const isBlocked = standIn.book.find(operationID) !== undefined;
        expect(isBlocked).toBe('vat' in settings);
      }
    });
  });
});
