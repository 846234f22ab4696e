/** The used part of Safari's Apple Pay on the Web. */
interface ApplePaySession {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { payment: { token: Record<string, unknown> } }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { status: number }): void;
}

declare const ApplePaySession:
  | {
      new (version: number, request: object): ApplePaySession;
      readonly STATUS_SUCCESS: number;
      readonly STATUS_FAILURE: number;
      supportsVersion(version: number): boolean;
      canMakePayments(): boolean;
    }
  | undefined;
