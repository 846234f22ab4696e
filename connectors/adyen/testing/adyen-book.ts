import { randomBytes } from 'node:crypto';
import { openAppleToken, openGoogleToken } from '../../testing/test-tokens';
import type { AdyenAmount } from '../adyen-amount';

/** Cards of the stand-in with their outcomes. */
export const ADYEN_CARDS = {
  approved: '4111111111111111',
  declined: '4000020000000000',
  interaction: '5454545454545454',
  /** Adyen refuses it by validation, before an authorisation. */
  invalid: '4111111111111112',
} as const;

const BANK = 'https://acs.bank.example';

/** Methods without separate captures. */
const SALES: ReadonlySet<string> = new Set(['ideal', 'bcmc_mobile']);

export type AdyenFields = Record<string, unknown>;

interface PaymentAtAdyen {
  pspReference: string;
  reference: string;
  amount: AdyenAmount;
  status: 'pending' | 'authorised' | 'captured' | 'cancelled' | 'refused';
  captured: number;
  refunded: number;
  returnUrl: string;
  redirectResult: string;
  shopperReference?: string | undefined;
  storedMethod?: string | undefined;
  /** Captured at once. */
  isSale: boolean;
  /** What the bank still asks for in native 3-D Secure. */
  steps: BankStep[];
  paymentData: string;
  /** What the bank has told Adyen, whatever the browser says. */
  isConfirmed: boolean;
}

type BankStep = 'fingerprint' | 'challenge';

interface Method {
  type?: string;
  number?: string;
  storedPaymentMethodId?: string;
  applePayToken?: string;
  googlePayToken?: string;
}

/** A rejected request, as Adyen answers it. */
export class RejectedByAdyen extends Error {
  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
  ) {
    super(message);
  }
}

/** An event that a webhook states. */
export interface BookEvent {
  eventCode: string;
  pspReference: string;
  merchantReference: string;
  originalReference?: string;
  amount: AdyenAmount;
  isSuccess: boolean;
  reason: string;
  additionalData?: Record<string, string>;
}

/** What a stand-in of Adyen remembers: payments, stored payment methods and the events that it states. */
export class AdyenBook {
  readonly payments: PaymentAtAdyen[] = [];
  readonly methods = new Map<string, string>();
  /** Ids of wallets’ tokens that have paid. */
  private readonly spent = new Set<string>();
  /** How banks authenticate natively. */
  bank: { steps: BankStep[]; methodUrl?: string; acsUrl: string; hasToken: boolean } = {
    steps: ['fingerprint', 'challenge'],
    ...{ methodUrl: `${BANK}/method`, acsUrl: `${BANK}/challenge`, hasToken: true },
  };
  /** References of refunds that fail. */
  readonly failing = new Set<string>();

  constructor(private readonly onEvent: (event: BookEvent) => void) {}

  pay(body: AdyenFields): AdyenFields {
    const method = body['paymentMethod'] as Method;
    const shopperReference = body['shopperReference'] as string | undefined;
    const number = method.number ?? this.openToken(method);
    if (method.type === 'networkToken') this.spendCryptogram(body);
    if (number === ADYEN_CARDS.invalid) throw new RejectedByAdyen(422, '101', 'Invalid card number');
    const stored = method.storedPaymentMethodId;
    if (stored !== undefined && this.methods.get(stored) !== shopperReference) {
      throw new RejectedByAdyen(422, '803', 'PaymentDetail not found');
    }
    const isSale = SALES.has(method.type ?? '');
    const payment: PaymentAtAdyen = {
      isSale,
      ...{ steps: [...this.bank.steps], paymentData: '', isConfirmed: !this.bank.steps.includes('challenge') },
      pspReference: newReference(),
      reference: String(body['reference']),
      amount: body['amount'] as AdyenAmount,
      status: 'pending',
      captured: 0,
      refunded: 0,
      returnUrl: String(body['returnUrl']),
      redirectResult: '',
      shopperReference: body['storePaymentMethod'] === true ? shopperReference : undefined,
    };
    this.payments.push(payment);
    if (method.type === 'bcmc_mobile') return codeAnswer(payment);
    if (number === ADYEN_CARDS.interaction && asksForNative(body)) return this.proceed(payment);
    if (isSale || number === ADYEN_CARDS.interaction) return redirectAnswer(payment, method.type);
    return this.decide(payment, number !== ADYEN_CARDS.declined);
  }

  /** The payer ends 3-D Secure. @returns the address that the browser is led to */
  finishAuthentication(reference: string, isConfirmed = true): string {
    const payment = this.find(reference);
    if (!payment) throw new Error('there is no such payment');
    payment.redirectResult = `${isConfirmed ? 'Y' : 'N'}${payment.pspReference}`;
    return `${payment.returnUrl}&redirectResult=${payment.redirectResult}`;
  }

  /** The payer confirms in an app, which brings nothing back. */
  payInApp(reference: string): void {
    const payment = this.find(reference);
    if (payment) this.decide(payment, true);
  }

  submitDetails(body: AdyenFields): AdyenFields {
    const { redirectResult, threeDSResult, ...native } = body['details'] as Record<string, string>;
    if (redirectResult !== undefined) {
      const payment = this.payments.find((each) => each.redirectResult === redirectResult);
      if (!payment) throw new RejectedByAdyen(422, '14_0408', 'The redirect result is invalid');
      return this.decide(payment, redirectResult.startsWith('Y'));
    }
    const result = JSON.parse(Buffer.from(threeDSResult ?? Object.values(native)[0] ?? '', 'base64').toString());
    const { authorisationToken, transStatus, threeDSCompInd } = result as Record<string, string>;
    const payment = this.payments.find((each) => each.paymentData === (authorisationToken ?? body['paymentData']));
    const isDue = payment && (threeDSCompInd ? 'threeds2.fingerprint' in native : /^[A-Z]$/.test(transStatus ?? ''));
    if (!payment || !isDue) throw new RejectedByAdyen(422, '14_030', 'Return URL is missing');
    return this.proceed(payment);
  }

  /** The bank's next step, or the result. */
  private proceed(payment: PaymentAtAdyen): AdyenFields {
    const subtype = payment.steps.shift();
    if (!subtype) return this.decide(payment, payment.isConfirmed);
    payment.paymentData = newReference();
    const { methodUrl: threeDSMethodUrl, acsUrl: acsURL, hasToken } = this.bank;
    const ids = toBankIDs(payment.pspReference);
    const token =
      subtype === 'fingerprint'
        ? { threeDSServerTransID: ids.threeDSServerTransID, threeDSMethodUrl }
        : { ...ids, acsURL, messageVersion: '2.2.0' };
    const secret = subtype === 'challenge' && hasToken ? 'authorisationToken' : 'paymentData';
    const action = {
      ...{ type: 'threeDS2', subtype, paymentMethodType: 'scheme', [secret]: payment.paymentData },
      token: Buffer.from(JSON.stringify(token)).toString('base64'),
    };
    return { resultCode: subtype === 'fingerprint' ? 'IdentifyShopper' : 'ChallengeShopper', action };
  }

  capture(payment: PaymentAtAdyen, body: AdyenFields): AdyenFields {
    const amount = body['amount'] as AdyenAmount;
    const isSuccess = payment.status === 'authorised' && amount.value <= payment.amount.value;
    if (isSuccess) Object.assign(payment, { status: 'captured', captured: amount.value });
    return this.modified(payment, { eventCode: 'CAPTURE', amount, isSuccess }, body);
  }

  cancel(payment: PaymentAtAdyen, body: AdyenFields): AdyenFields {
    const isSuccess = payment.status === 'authorised';
    if (isSuccess) payment.status = 'cancelled';
    return this.modified(payment, { eventCode: 'CANCELLATION', amount: payment.amount, isSuccess }, body);
  }

  refund(payment: PaymentAtAdyen, body: AdyenFields): AdyenFields {
    const amount = body['amount'] as AdyenAmount;
    const isWithin = payment.refunded + amount.value <= payment.captured;
    const isSuccess = payment.status === 'captured' && isWithin && !this.failing.has(String(body['reference']));
    if (isSuccess) payment.refunded += amount.value;
    return this.modified(payment, { eventCode: 'REFUND', amount, isSuccess }, body);
  }

  /** Cancels by our reference; an unknown one has no effect. */
  cancelByReference(body: AdyenFields): AdyenFields {
    const paymentReference = String(body['paymentReference']);
    const payment = this.find(paymentReference);
    const pspReference = newReference();
    if (payment) {
      const isSuccess = payment.status === 'authorised';
      if (isSuccess) payment.status = 'cancelled';
      this.onEvent({
        ...{ eventCode: 'TECHNICAL_CANCEL', pspReference, merchantReference: paymentReference },
        ...{ originalReference: payment.pspReference, amount: payment.amount, isSuccess, reason: '' },
      });
    }
    return { merchantAccount: body['merchantAccount'], paymentReference, pspReference, status: 'received' };
  }

  /** States an event of a dispute about a payment; its reference is that of the dispute. */
  dispute(
    payment: PaymentAtAdyen,
    eventCode: string,
    { pspReference, amount, additionalData }: { pspReference: string } & Partial<BookEvent>,
  ): void {
    this.onEvent({
      ...{ eventCode, pspReference, merchantReference: payment.reference, originalReference: payment.pspReference },
      ...{ amount: amount ?? payment.amount, isSuccess: true, reason: 'Other Fraud-Card Absent Environment' },
      ...(additionalData && { additionalData }),
    });
  }

  find(reference: string): PaymentAtAdyen | undefined {
    return this.payments.find((payment) => payment.reference === reference);
  }

  get(pspReference: string): PaymentAtAdyen {
    const payment = this.payments.find((each) => each.pspReference === pspReference);
    if (!payment) throw new RejectedByAdyen(422, '167', 'Original pspReference required for this operation');
    return payment;
  }

  /** A network token pays with a cryptogram, once. */
  private spendCryptogram(body: AdyenFields): void {
    const { tokenAuthenticationVerificationValue: value = '' } = (body['mpiData'] ?? {}) as Record<string, string>;
    if (value === '' || this.spent.has(value)) throw new RejectedByAdyen(422, '000', 'The cryptogram is invalid');
    this.spent.add(value);
  }

  /** The number in a wallet’s token, which pays once. */
  private openToken({ applePayToken, googlePayToken }: Method): string | undefined {
    const sent = applePayToken ?? googlePayToken;
    if (sent === undefined) return undefined;
    const { id, pan, expiresAt } = applePayToken === undefined ? openGoogleToken(sent) : openAppleToken(sent);
    if (this.spent.has(id) || expiresAt < Date.now()) {
      throw applePayToken === undefined
        ? new RejectedByAdyen(422, '000', 'PayWithGoogle token is invalid')
        : new RejectedByAdyen(422, '5_002', 'Invalid Apple Pay token');
    }
    this.spent.add(id);
    return pan;
  }

  private decide(payment: PaymentAtAdyen, isApproved: boolean): AdyenFields {
    const { pspReference, reference, amount } = payment;
    payment.status = isApproved ? 'authorised' : 'refused';
    if (isApproved && payment.isSale) Object.assign(payment, { status: 'captured', captured: amount.value });
    const stated = { eventCode: 'AUTHORISATION', pspReference, merchantReference: reference, amount };
    this.onEvent({
      ...stated,
      isSuccess: isApproved,
      reason: !isApproved ? 'Not enough balance' : payment.isSale ? '' : '064899:1111:03/2030',
    });
    const shared = { pspReference, merchantReference: reference, amount };
    if (!isApproved) {
      return { ...shared, resultCode: 'Refused', refusalReason: 'Not enough balance', refusalReasonCode: '12' };
    }
    return { ...shared, resultCode: 'Authorised', ...(!payment.isSale && { additionalData: this.describe(payment) }) };
  }

  private describe(payment: PaymentAtAdyen): Record<string, string> {
    const card = { cardSummary: '1111', issuerBin: '41111111', cardPaymentMethod: 'visa', cardIssuingCountry: 'NL' };
    const shown = { authCode: '064899', networkTxReference: '060720116005060', ...card };
    if (payment.shopperReference === undefined) return shown;
    const id = newReference();
    payment.storedMethod = id;
    this.methods.set(id, payment.shopperReference);
    return { ...shown, 'tokenization.storedPaymentMethodId': id };
  }

  private modified(
    payment: PaymentAtAdyen,
    change: Pick<BookEvent, 'eventCode' | 'amount' | 'isSuccess'>,
    body: AdyenFields,
  ): AdyenFields {
    const [pspReference, reference] = [newReference(), String(body['reference'])];
    const originalReference = payment.pspReference;
    const reason = change.isSuccess ? '' : 'Insufficient balance on payment';
    this.onEvent({ ...change, pspReference, merchantReference: reference, originalReference, reason });
    return {
      ...{ merchantAccount: body['merchantAccount'], paymentPspReference: originalReference, pspReference, reference },
      ...{ status: 'received', ...(body['amount'] !== undefined && { amount: body['amount'] }) },
    };
  }
}

function asksForNative(body: AdyenFields): boolean {
  const { threeDSRequestData: asked } = (body['authenticationData'] ?? {}) as { threeDSRequestData?: AdyenFields };
  return asked?.['nativeThreeDS'] === 'preferred';
}

/** The names of an authentication between bank and browser. */
export function toBankIDs(pspReference: string): { threeDSServerTransID: string; acsTransID: string } {
  return { threeDSServerTransID: `server-${pspReference}`, acsTransID: `acs-${pspReference}` };
}

/** Adyen's references are 16 capital letters and digits. */
function newReference(): string {
  return randomBytes(10).toString('hex').toUpperCase().slice(0, 16);
}

function redirectAnswer({ pspReference }: PaymentAtAdyen, paymentMethodType = 'scheme'): AdyenFields {
  const url = `https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=${pspReference}`;
  return { resultCode: 'RedirectShopper', action: { type: 'redirect', method: 'GET', paymentMethodType, url } };
}

/** The answer to Bancontact's app (github.com/Adyen/adyen-react-native/issues/584). */
function codeAnswer({ pspReference, amount: { value, currency } }: PaymentAtAdyen): AdyenFields {
  const url = `https://checkoutshopper-test.adyen.com/checkoutshopper/checkoutPaymentRedirect?redirectData=${pspReference}`;
  const qrCodeData = `QrApp://bcmc_mobile$${pspReference}$${value}$${currency}`;
  return { resultCode: 'Pending', action: { type: 'qrCode', paymentMethodType: 'bcmc_mobile', qrCodeData, url } };
}
