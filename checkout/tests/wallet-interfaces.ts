/*
 * Wallet interfaces of browsers as documented, injected into Chromium. The functions run in the page and cannot use this
 * file's scope.
 */

export type Will = 'agrees' | 'closes' | 'absent';

export function paymentRequest({ does, google }: { does: Will; google: string }): void {
  const sheet: Record<string, unknown> = {};
  const googleDetails = () => {
    const info = { cardNetwork: 'MASTERCARD', cardDetails: google.slice(-4) };
    const token = JSON.stringify({ protocolVersion: 'ECv2', signedMessage: google });
    return { apiVersion: 2, paymentMethodData: { type: 'CARD', info, tokenizationData: { token } } };
  };
  class Request {
    constructor(
      [{ supportedMethods, data }]: [{ supportedMethods: string; data: object }],
      { total }: { total: { amount: object } },
    ) {
      if (supportedMethods !== 'https://google.com/pay') throw new RangeError(supportedMethods);
      Object.assign(sheet, { data, total: total.amount });
    }
    show(): Promise<object> {
      if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('', 'SecurityError'));
      if (does === 'absent') return Promise.reject(new DOMException('', 'NotSupportedError'));
      if (does === 'closes') {
        sheet['isClosed'] = true;
        return Promise.reject(new DOMException('', 'AbortError'));
      }
      const complete = (result: string) => Promise.resolve((sheet['ended'] = result));
      return Promise.resolve({ details: googleDetails(), complete });
    }
  }
  Object.assign(window, { PaymentRequest: Request, sheet });
}

export function applePay({ does, number }: { does: 'agrees' | 'closes'; number: string }): void {
  const sheet: Record<string, unknown> = {};
  class Session {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static supportsVersion = () => true;
    static canMakePayments = () => true;
    onvalidatemerchant?: (event: object) => void;
    onpaymentauthorized?: (event: object) => void;
    oncancel?: () => void;
    constructor(_version: number, { total, supportedNetworks }: { total: object; supportedNetworks: string[] }) {
      Object.assign(sheet, { total, networks: supportedNetworks });
    }
    begin(): void {
      const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
      setTimeout(() => this.onvalidatemerchant?.({ validationURL }));
    }
    abort(): void {
      sheet['isAborted'] = true;
    }
    completeMerchantValidation(session: object): void {
      sheet['session'] = session;
      if (does === 'closes') {
        sheet['isClosed'] = true;
        return this.oncancel?.();
      }
      const paymentMethod = { network: 'Visa', displayName: `Visa ${number.slice(-4)}`, type: 'debit' };
      const token = { paymentMethod, paymentData: { version: 'EC_v1', data: number } };
      this.onpaymentauthorized?.({ payment: { token } });
    }
    completePayment({ status }: { status: number }): void {
      sheet['ended'] = status;
    }
  }
  Object.assign(window, { ApplePaySession: Session, sheet });
}
