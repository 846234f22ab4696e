import type { Language } from '../../languages';
import type { FinalOutcome, ToolKind } from '../outcomes';
import type { ExpiryProblem } from '../card/expiry';
import type { NumberProblem } from '../card/card-number';

export interface OutcomeText {
  title: string;
  advice: string;
}

export interface Texts {
  language: Language;
  title: string;
  bindingTitle: string;
  loading: string;
  toPay: string;
  testShop: string;
  more: string;
  less: string;
  orderDetails: (count: number) => string;
  safety: string;
  fields: {
    cardGroup: string;
    number: string;
    expiry: string;
    expiryHint: string;
    cvv: string;
    cvvHint: (length: number) => string;
    email: string;
    optional: string;
    phone: string;
    accepted: (systems: string) => string;
    operators: string;
    walletId: (brand: string) => string;
    coin: string;
    amount: string;
  };
  problems: {
    number: Record<NumberProblem, string>;
    expiry: Record<ExpiryProblem, string>;
    expired: string;
    cvv: (length: number) => string;
    email: string;
    phone: string;
    wallet: string;
    amount: (bounds: string) => string;
  };
  methods: {
    /** The title where cards are not accepted. */
    only: string;
    other: string;
    mobile: string;
    crypto: string;
    terminalAdvice: string;
    bankAdvice: string;
    walletAdvice: string;
    cryptoAdvice: string;
  };
  pay: (amount: string) => string;
  payWith: (wallet: string) => string;
  orByCard: string;
  bind: string;
  next: string;
  waiting: {
    title: string;
    advice: string;
    slow: string;
    /** Shown when the link would start again if reopened. */
    slowOnce: string;
    binding: string;
    ending: string;
  };
  confirm: {
    title: string;
    bindingTitle: string;
    frame: string;
    inWindow: string;
    inNewWindow: string;
    help: string;
    going: string;
    goOn: string;
  };
  qr: {
    title: string;
    advice: string;
    copy: string;
    open: string;
    /** Shown on a phone, where the code links to a bank. */
    payInBank: string;
    phoneTitle: string;
    phoneAdvice: string;
    code: string;
  };
  coins: { title: string; advice: string; address: string; amount: string };
  receipt: { title: string; advice: string; code: string; until: string; save: string };
  extension: { title: string; advice: string };
  copy: string;
  copied: string;
  untilPaid: string;
  another: string;
  /** Shown where there is no other way to pay. */
  cancel: string;
  done: {
    paid: string;
    held: string;
    returned: string;
    bound: string;
    already: string;
    shop: string;
    order: string;
    invoice: string;
    amount: string;
    time: string;
    method: string;
    approvalCode: string;
    heldAdvice: string;
    print: string;
    back: string;
    backIn: (seconds: number) => string;
    stay: string;
    close: string;
    keep: string;
  };
  connection: { troubled: string; lost: string; busy: string };
  again: string;
  toShop: string;
  outcomes: Record<FinalOutcome, OutcomeText>;
  /**
   * Texts for tools other than cards, when they differ. `[with|without]` has one part for payers with another way to pay, and
   * one for those without; `{wallet}` is the name of Apple Pay and its like.
   */
  failuresOf: Record<Exclude<ToolKind, 'card'>, Partial<Record<FinalOutcome, Partial<OutcomeText>>>>;
  uncharged: string;
  maybeSent: string;
}
