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
  /** The description of the page for search results and previews. */
  description: string;
  bindingTitle: string;
  loading: string;
  late: string;
  /** Shown in browsers without JavaScript. */
  noScript: string;
  toPay: string;
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
    phoneHint: (operators: string) => string;
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
    frame: string;
    inWindow: string;
    inNewWindow: string;
    help: string;
    going: string;
    goOn: string;
  };
  qr: { title: string; advice: string; copy: string; open: string; code: string };
  coins: { title: string; advice: string; address: string; amount: string };
  receipt: { title: string; advice: string; code: string; until: string; save: string };
  extension: { title: string; advice: string };
  copy: string;
  copied: string;
  untilPaid: string;
  another: string;
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
  /** Texts for tools other than cards, when they differ. */
  failuresOf: Record<Exclude<ToolKind, 'card'>, Partial<Record<FinalOutcome, Partial<OutcomeText>>>>;
  uncharged: string;
  maybeSent: string;
}
