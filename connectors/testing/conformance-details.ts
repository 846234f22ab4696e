import type { CartLine } from '../../domain/payments/invoice/cart';
import { fitCart } from '../../domain/payments/invoice/cart-share';
import type { Approved } from '../connector';
import type { ConnectorPayer } from '../payer';
import { approved } from './conformance-checks';
import { AMOUNT, TIMEOUT_MS, type Conformance } from './connector-under-test';

const PAYER: ConnectorPayer = {
  email: 'payer@example.com',
  phoneNumber: '+79161234567',
  name: 'Anna Petrova',
  billingAddress: { country: 'RU', city: 'Tver', line: 'Sovetskaya 1', postalCode: '170100' },
  ip: '203.0.113.7',
  fingerprint: 'f0e1',
  customerID: 'customer-1',
};

const ITEMS: CartLine[] = [
  { product: 'Tea', quantity: 3n, priceMinor: 33_333n, taxRate: '22%' },
  { product: 'Delivery', quantity: 1n, priceMinor: 1n },
];

/** Tests the optional parts: what a request may say of payer and cart, and an approval of card, hold, scheme and fee. */
export function testDetails(conformance: Conformance): void {
  test('payer and cart change no outcome, also of a partial capture and refund', async () => {
    const { connector } = conformance.given;
    const details = { payer: PAYER, items: ITEMS, trustLevel: 'wellKnown' } as const;
    const authorisation = await conformance.held(details);
    const captured = fitCart(ITEMS, 70_000n);
    const payer = PAYER;
    const capture = { ...conformance.follow(authorisation, 'capture', 70_000n), items: captured, payer };
    approved(await connector.capture(capture));
    const refund = {
      ...conformance.follow(authorisation, 'refund', 10_001n),
      items: fitCart(captured, 10_001n),
      payer,
    };
    approved(await connector.refund(refund));
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: 70_000n, refunded: 10_001n });
  });

  test('an approval states card, hold, scheme and fee in their forms, and a look-up states the same', async () => {
    const { connector } = conformance.given;
    const request = conformance.authorise();
    const outcome = approved(await connector.authorise(request));
    assertForms(outcome);
    const { operationID } = request;
    const found = approved(await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: TIMEOUT_MS }));
    const { card, holdExpiresAt, schemeTransactionID, feeMinor } = outcome;
    const stated = { card, holdExpiresAt, schemeTransactionID, feeMinor };
    expect({ ...stated, ...found }).toEqual({ ...found, ...stated });
  });
}

function assertForms({ card, holdExpiresAt, schemeTransactionID, feeMinor }: Approved): void {
  if (card?.bin !== undefined) expect(card.bin).toMatch(/^\d{6,8}$/);
  if (card?.lastDigits !== undefined) expect(card.lastDigits).toMatch(/^\d{2,4}$/);
  if (card?.issuerCountry !== undefined) expect(card.issuerCountry).toMatch(/^[A-Z]{2}$/);
  if (holdExpiresAt) expect(holdExpiresAt.getTime()).toBeGreaterThan(Date.now());
  if (schemeTransactionID !== undefined) expect(schemeTransactionID).toMatch(/^\S{1,100}$/);
  if (feeMinor !== undefined) expect(feeMinor >= 0n && feeMinor <= AMOUNT).toBe(true);
}
