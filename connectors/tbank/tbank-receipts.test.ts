import fc from 'fast-check';
import { cartTotal, type CartLine } from '../../domain/payments/invoice/cart';
import { fitCart } from '../../domain/payments/invoice/cart-share';
import { MEASURES, PAYMENT_MODES, PAYMENT_SUBJECTS, type Measure } from '../../domain/payments/invoice/fiscal-tags';
import { isEnded, VAT_RATES } from '../../domain/payments/invoice/vat';
import { ConnectorUnavailable } from '../connector';
import { MemoryBook } from '../testing/memory-book';
import { ConnectorRejection } from '../connector-rejection';
import { FORMATS } from './tbank-codes';
import { TBankReceipts, type TBankReceiptSettings } from './tbank-receipts';
import { TBankConnector } from './tbank.connector';
import { isReceipt } from './testing/receipt-check';
import { TBankStandIn } from './testing/tbank-stand-in';

const now = new Date('2026-11-27T00:00:00Z');
const payer = { email: 'payer@example.com', phoneNumber: '+7 916 123-45-67' };
const input = { currency: 'RUB', amount: 1n, product: 'Order 1', payer };
const USABLE = VAT_RATES.filter((rate) => !isEnded(rate, now));
const tea: CartLine = { product: 'Чай', quantity: 3n, priceMinor: 33_333n, taxRate: '22%' };
const items: CartLine[] = [tea, { product: 'Доставка', quantity: 1n, priceMinor: 1n }];

const itemsOf = ({ Receipt }: { Receipt?: unknown }) => (Receipt as { Items: object[] } | undefined)?.Items ?? [];

test.each(FORMATS)('receipts of format %s are what the bank describes, and sum to their amounts', (format) => {
  const receipts = new TBankReceipts({ taxation: 'osn', format });
  const longest = { name: 'a'.repeat(190), inn: '500100732259', phones: ['+123456789012345', '+123456789012345'] };
  const agents = (['attorney', 'agent'] as const).map((type) => ({ type, supplier: longest }));
  const line = fc.record({
    product: fc.string({ minLength: 1, maxLength: 1_000, unit: 'grapheme' }),
    quantity: fc.bigInt({ min: 1n, max: 200_000n }),
    priceMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
    taxRate: fc.constantFrom(...USABLE),
    subject: fc.constantFrom(...PAYMENT_SUBJECTS),
    mode: fc.constantFrom(...PAYMENT_MODES),
    measure: fc.constantFrom(...(Object.keys(MEASURES) as Measure[])),
    agent: fc.constantFrom(...agents),
  });
  const piece = fc.record({
    ...{ product: fc.constant('Шуба'), quantity: fc.constant(1n), priceMinor: fc.bigInt({ min: 1n, max: 1_000_000n }) },
    subject: fc.constantFrom('commodity' as const, 'excise' as const),
    markingCode: fc.record({ type: fc.constant('gs_1m' as const), value: fc.uuid() }),
  });
  fc.assert(
    fc.property(
      fc.array(format === '1.2' ? fc.oneof(line, piece) : line, { minLength: 1, maxLength: 100 }),
      fc.bigInt({ min: 1n, max: 1_000n }),
      (lines, part) => {
        const captured = fitCart(lines, (cartTotal(lines) * part) / 1_000n || 1n);
        for (const each of [lines, captured]) {
          try {
            const { Receipt } = receipts.ofPayment({ ...input, items: each }, now);
            expect(isReceipt(Receipt, Number(cartTotal(each)))).toBe(true);
          } catch (error) {
            if (!(error instanceof ConnectorRejection)) throw error;
            expect(error.fact?.parameter).toMatch(
              /^paymentSubject\.(composite|property_right|insurance|resort|fine|tax)/,
            );
          }
        }
      },
    ),
  );
});

const supplier = { name: 'ООО «Ромашка»', inn: '7707083893', phones: ['+74955555550'] };
const marked: Partial<CartLine> = { quantity: 1n, markingCode: { type: 'egais_30', value: 'a'.repeat(14) } };
const said = {
  ...{ PaymentObject: 'goods_with_marking_code', MarkProcessingMode: '0', MeasurementUnit: 'шт' },
  MarkCode: { MarkCodeType: 'EGAIS30', Value: 'a'.repeat(14) },
};

test.each<[TBankReceiptSettings, Partial<CartLine>, object]>([
  [{}, {}, { Tax: 'vat22', PaymentMethod: 'full_payment', PaymentObject: 'commodity' }],
  [{}, { mode: 'partial_prepayment', subject: 'service' }, { PaymentMethod: 'prepayment', PaymentObject: 'service' }],
  [{ format: '1.2' }, { subject: 'property_right' }, { PaymentObject: 'property_rights', MeasurementUnit: 'шт' }],
  [{ format: '1.2' }, { subject: 'resort_fee' }, { PaymentObject: 'resort_tax' }],
  [{ subject: 'job', mode: 'advance' }, {}, { PaymentMethod: 'advance', PaymentObject: 'job' }],
  [{ format: '1.2' }, { measure: 'square_meter' }, { Quantity: 3, MeasurementUnit: 'кв. м' }],
  [{ format: '1.2', subject: 'service' }, marked, said],
  [{ format: '1.2' }, { ...marked, subject: 'excise' }, { PaymentObject: 'excisable_goods_with_marking_code' }],
  [
    { format: '1.2' },
    { quantity: 1n, markingCode: { type: 'raw', value: 'a', part: { numerator: 1, denominator: 100 } } },
    { MarkCode: { MarkCodeType: 'RAWCODE', Value: 'a' }, MarkQuantity: { Numerator: 1, Denominator: 100 } },
  ],
  [
    {},
    { agent: { type: 'commissioner', supplier } },
    {
      AgentData: { AgentSign: 'commission_agent' },
      SupplierInfo: { Phones: supplier.phones, Name: supplier.name, Inn: supplier.inn },
    },
  ],
])('with %p a line of %p says %p', (settings, line, said) => {
  const receipts = new TBankReceipts({ taxation: 'osn', ...settings });
  expect(itemsOf(receipts.ofPayment({ ...input, items: [{ ...tea, ...line }] }, now))).toMatchObject([said]);
});

test.each<[TBankReceiptSettings, Partial<CartLine>, string]>([
  [{}, { taxRate: '20%' }, 'taxMode.rate.20%'],
  [{}, { taxRate: '18/118' }, 'taxMode.rate.18/118'],
  [{}, { subject: 'resort_fee' }, 'paymentSubject.resort_fee'],
  [{ format: '1.2' }, { subject: 'tax' }, 'paymentSubject.tax'],
  [{}, marked, 'markingCode'],
  [{}, { agent: { type: 'payment_agent', supplier } }, 'agent.type.payment_agent'],
])('with %p a line of %p is refused before it is sent, as %s', (settings, line, parameter) => {
  const receipts = new TBankReceipts({ taxation: 'osn', ...settings });
  expect(() => receipts.ofPayment({ ...input, items: [{ ...tea, ...line }] }, now)).toThrow(
    expect.objectContaining({ isUnsent: true, fact: { code: 'notSent', parameter } }),
  );
});

test('the bank’s stand-in refuses receipts that its description does not allow', () => {
  const receiptWith = (fields: object) => {
    const line: CartLine = { ...tea, ...marked, agent: { type: 'agent', supplier } };
    const receipts = new TBankReceipts({ taxation: 'osn', format: '1.2' });
    const { Receipt } = receipts.ofPayment({ ...input, items: [line] }, now) as { Receipt: { Items: object[] } };
    return { ...Receipt, Items: Receipt.Items.map((item) => ({ ...item, ...fields })) };
  };
  expect(isReceipt(receiptWith({}), 33_333)).toBe(true);
  const wrong: object[] = [
    ...[{ MarkProcessingMode: undefined }, { MarkCode: undefined }, { MarkCode: { MarkCodeType: 'QR', Value: 'a' } }],
    ...[{ PaymentObject: 'commodity' }, { MarkQuantity: { Numerator: 1, Denominator: 1 } }],
    ...[{ Quantity: 2, Amount: 66_666 }, { AgentData: undefined }, { SupplierInfo: undefined }],
    ...[{ AgentData: { AgentSign: 'paying_agent' } }, { MeasurementUnit: undefined }],
    { SupplierInfo: { Phones: ['+74955555550'], Name: 'a'.repeat(224), Inn: '7707083893' } },
  ];
  for (const fields of wrong) {
    const receipt = receiptWith(fields);
    const amount = (receipt.Items as { Amount: number }[])[0]?.Amount ?? 0;
    expect([fields, isReceipt(receipt, amount)]).toEqual([fields, false]);
  }
});

test('the refund of a sale of 2025 keeps its rate', () => {
  const receipts = new TBankReceipts({ taxation: 'osn' });
  expect(itemsOf(receipts.ofFollowUp({ ...input, items: [{ ...tea, taxRate: '20%' }] }))).toMatchObject([
    { Tax: 'vat20' },
  ]);
});

describe('T-Bank with an online register', () => {
  const standIn = new TBankStandIn();
  let url: string;
  beforeAll(async () => {
    url = await standIn.start();
    standIn.needsReceipts = true;
  });
  afterAll(() => standIn.stop());

  const book = new MemoryBook();
  const connect = (receipts: TBankReceiptSettings) =>
    new TBankConnector({ terminal: standIn.terminal, isTest: true, url, book, receipts });
  let count = 0;
  const request = (provider = 'bank_card') => ({
    operationID: `payment/RECEIPT${(count += 1)}.1/authorise`,
    ...{ timeoutMs: 5_000, paymentTool: { type: 'paymentTerminal', provider } as const, makeRecurrent: false },
    ...{ amount: 100_000n, currency: 'RUB', payer, callbackUrl: 'https://pay.example.com/callbacks/tbank/tbank' },
    ...{ merchantName: 'Shop', description: 'Order 1' },
  });
  const follow = (operationID: string, step: string, amount: bigint) => ({
    operationID: operationID.replace('authorise', step),
    ...{ authorisation: { kind: 'authorise', operationID } as const, timeoutMs: 5_000, amount, currency: 'RUB', payer },
  });
  const pay = () => standIn.pay(standIn.sessions.at(-1)?.PaymentId ?? '');
  const sent = () => standIn.calls.at(-1)?.body ?? {};

  test('a session, a partial capture and a partial refund have receipts', async () => {
    const connector = connect({ taxation: 'usn_income' });
    const { operationID, ...rest } = request();
    expect(await connector.authorise({ operationID, ...rest, items })).toMatchObject({ kind: 'interactionRequired' });
    const captured = fitCart(items, 70_000n);
    pay();
    const capture = { ...follow(operationID, 'capture', 70_000n), items: captured };
    expect(await connector.capture(capture)).toMatchObject({ kind: 'approved', amountMinor: 70_000n });
    const refund = { ...follow(operationID, 'refund', 10_001n), items: fitCart(captured, 10_001n) };
    expect(await connector.refund(refund)).toMatchObject({ kind: 'approved' });
    const receipts = standIn.calls.filter(({ body }) => body['Receipt']);
    expect(receipts.map(({ method }) => method)).toEqual(['Init', 'Confirm', 'Cancel']);
    expect(receipts[0]?.body['Receipt']).toEqual({
      ...{ FfdVersion: '1.05', Taxation: 'usn_income', Email: 'payer@example.com', Phone: '+79161234567' },
      Items: [
        { ...{ Name: 'Чай', Price: 33_333, Quantity: 3, Amount: 99_999, Tax: 'vat22' }, ...asGoods },
        { ...{ Name: 'Доставка', Price: 1, Quantity: 1, Amount: 1, Tax: 'none' }, ...asGoods },
      ],
    });
  });
  const asGoods = { PaymentMethod: 'full_payment', PaymentObject: 'commodity' };

  test('without a cart there are receipts of the product where the account has a VAT', async () => {
    const connector = connect({ taxation: 'osn', vat: '22%' });
    const { operationID, ...rest } = request('sbp');
    await connector.authorise({ operationID, ...rest });
    pay();
    expect(await connector.refund(follow(operationID, 'refund', 30_000n))).toMatchObject({ kind: 'pending' });
    expect(itemsOf(standIn.calls.findLast(({ method }) => method === 'Cancel')?.body ?? {})).toEqual([
      { ...{ Name: 'Order 1', Price: 30_000, Quantity: 1, Amount: 30_000, Tax: 'vat22' }, ...asGoods },
    ]);
  });

  test('a payment without receipts is refused by the bank, and releases need none', async () => {
    await expect(connect({}).authorise({ ...request(), items })).rejects.toMatchObject({ fact: { code: '309' } });
    const { operationID, ...rest } = request();
    await connect({ taxation: 'osn' }).authorise({ operationID, ...rest, items });
    pay();
    const { amount: _, payer: __, ...release } = follow(operationID, 'void', 0n);
    expect(await connect({ taxation: 'osn' }).void(release)).toMatchObject({ kind: 'approved' });
  });

  test('a cart without contacts is refused before it is sent; an erased payer’s refund is sent without a receipt', async () => {
    const connector = connect({ taxation: 'osn' });
    const before = standIn.calls.length;
    await expect(connector.authorise({ ...request(), items, payer: { ip: '203.0.113.7' } })).rejects.toThrow(
      'needs the payer’s e-mail or phone',
    );
    expect(standIn.calls).toHaveLength(before);
    const { operationID, ...rest } = request();
    await connector.authorise({ operationID, ...rest, items });
    pay();
    await connector.capture({ ...follow(operationID, 'capture', 100_000n), items });
    standIn.needsReceipts = false;
    const { payer: _erased, ...refund } = follow(operationID, 'refund', 100_000n);
    expect(await connector.refund({ ...refund, items })).toMatchObject({ kind: 'approved' });
    expect(standIn.calls.findLast(({ method }) => method === 'Cancel')?.body).not.toHaveProperty('Receipt');
    expect(sent()).not.toHaveProperty('Receipt');
    standIn.needsReceipts = true;
  });

  const prepaid: CartLine[] = [{ ...tea, mode: 'full_prepayment', taxRate: '22/122' }, items[1]!];
  const closing = () => standIn.calls.filter(({ method }) => method === 'cashbox/SendClosingReceipt');

  async function aPrepaid(lines: CartLine[]) {
    const connector = connect({ taxation: 'osn' });
    const { operationID, ...rest } = request();
    await connector.authorise({ operationID, ...rest, items: lines });
    pay();
    await connector.capture({ ...follow(operationID, 'capture', 100_000n), items: lines });
    const before = closing().length;
    const settling = { ...follow(operationID, 'settlement-receipt', 100_000n), items: lines };
    return { settle: () => connector.settlePrepayment(settling), sent: () => closing().slice(before) };
  }

  test('a prepayment is settled once by a receipt of its own, at the rate of the sale', async () => {
    const { settle, sent } = await aPrepaid(prepaid);
    for (const _ of [1, 2]) expect(await settle()).toMatchObject({ kind: 'registered' });
    expect(sent().map(({ body }) => body['Receipt'])).toEqual([
      {
        ...{ FfdVersion: '1.05', Taxation: 'osn', Email: 'payer@example.com', Phone: '+79161234567' },
        Items: [{ ...{ Name: 'Чай', Price: 33_333, Quantity: 3, Amount: 99_999, Tax: 'vat22' }, ...asGoods }],
        Payments: { Electronic: 0, AdvancePayment: 99_999 },
      },
    ]);
  });

  test('a full payment has no second receipt', async () => {
    const { settle, sent } = await aPrepaid(items);
    expect(await settle()).toEqual({ kind: 'notOwed' });
    expect(sent()).toEqual([]);
  });

  test('a second receipt that the bank certainly did not take is sent again', async () => {
    const { settle, sent } = await aPrepaid(prepaid);
    for (const _ of [1, 2]) {
      const noted = jest.spyOn(book, 'record').mockImplementationOnce(async (notices) => {
        standIn.refusesKeys = true;
        await MemoryBook.prototype.record.call(book, notices);
      });
      await expect(settle()).rejects.toThrow(ConnectorUnavailable);
      standIn.refusesKeys = false;
      noted.mockRestore();
    }
    expect(await standIn.losingResponses(settle)).toEqual({ kind: 'unknown' });
    await expect(settle()).rejects.toMatchObject({ fact: { code: 'answerUncertain' } });
    expect(sent()).toHaveLength(1);
  });

  test('a second receipt whose answer is lost is sent once, and left to operators', async () => {
    const { settle, sent } = await aPrepaid(prepaid);
    expect(await standIn.losingResponses(settle)).toEqual({ kind: 'unknown' });
    await expect(settle()).rejects.toMatchObject({ fact: { code: 'answerUncertain' } });
    expect(sent()).toHaveLength(1);
  });
});
