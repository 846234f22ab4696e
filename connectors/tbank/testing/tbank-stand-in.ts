import { createHash } from 'node:crypto';
import { readCardData, TBANK_TEST_CARDS } from './card-data';
import { isReceipt } from './receipt-check';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';

type Fields = Record<string, unknown>;

interface Session {
  TerminalKey: string;
  OrderId: string;
  PaymentId: string;
  Status: string;
  /** The current amount in kopecks. */
  Amount: number;
  ErrorCode: string;
  payType: string;
  isQr: boolean;
  /** What was held, captured, refunded and released. */
  effects: { held: number; captured: number; refunded: number; released: number };
  /** `ExternalRequestId` of earlier refunds. */
  refunds: Set<string>;
  /** A refund of the fast payment system that is not decided. */
  pending?: number;
  /** Whether the payer has confirmed the card at its bank; absent without 3-D Secure. */
  isAuthenticated?: boolean;
}

class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const READS: readonly string[] = ['GetState', 'CheckOrder', 'GetQr'];

/** A stateful stand-in of T-Bank's acquiring API, version 2, which checks terminal, token and the published limits. */
export class TBankStandIn extends StandInServer {
  static readonly reads = READS;
  readonly sessions: Session[] = [];
  readonly calls: { method: string; body: Fields }[] = [];
  /** Whether an order may have one session only; the documents say both. */
  refusesRepeatedOrders = true;
  /** Whether the terminal has an online register; the code of its refusal is not published. */
  needsReceipts = false;
  private number = 3_093_639_500;

  constructor(readonly terminal = { key: '1509463751731DEMO', password: 'usaf8fw8fsw21g' }) {
    super('/v2');
  }

  /** The payer has the page before its answer can be lost. */
  protected override hasEffect(_: string, path: string): boolean {
    return ['/Confirm', '/Cancel', '/FinishAuthorize', '/cashbox/SendClosingReceipt'].includes(path);
  }

  protected override respond({ path, text, headers }: StandInRequest): StandInResponse {
    const method = path.slice(1);
    const isForm = method.startsWith('Submit3DS');
    const body = (isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)) as Fields;
    if (headers.authorization !== undefined) throw new Error('the password is sent in a header');
    this.calls.push({ method, body });
    try {
      if (body['TerminalKey'] !== this.terminal.key) throw new Refused('205');
      if (body['Token'] !== this.sign(body)) throw new Refused('204');
      return { status: 200, body: { Success: true, ErrorCode: '0', Message: 'OK', ...this.answer(method, body) } };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: 200, body: { Success: false, ErrorCode: error.code, Message: 'Refused', Details: '' } };
    }
  }

  private answer(method: string, body: Fields): Fields {
    switch (method) {
      case 'Init':
        return this.init(body);
      case 'CheckOrder':
        return this.checkOrder(String(body['OrderId']));
      case 'GetState':
        return shown(this.get(body['PaymentId']));
      case 'GetQr':
        return this.showCode(this.get(body['PaymentId']));
      case 'Confirm':
        return this.confirm(this.get(body['PaymentId']), body);
      case 'Check3dsVersion':
        this.readCard(body);
        return { Version: '2.1.0', TdsServerTransID: 'd7171a06', PaymentSystem: 'mir' };
      case 'FinishAuthorize':
        return this.finish(this.get(body['PaymentId']), body);
      case 'Submit3DSAuthorization':
      case 'Submit3DSAuthorizationV2':
        return this.authenticate(this.get(body['PaymentId']), body);
      case 'Cancel':
        return this.cancel(this.get(body['PaymentId']), body);
      case 'cashbox/SendClosingReceipt':
        return this.settle(this.get(body['PaymentId']), body);
      default:
        throw new Refused('1');
    }
  }

  private init(body: Fields): Fields {
    const { OrderId, Amount, Description = '', PayType, RedirectDueDate = '' } = body as Record<string, string>;
    const amount = body['Amount'] as number;
    if (!Number.isSafeInteger(amount) || amount < 100) throw new Refused('251');
    if (!OrderId || OrderId.length > 36) throw new Refused('212');
    if (Description.length > 140) throw new Refused('213');
    if (PayType !== 'O' && PayType !== 'T') throw new Refused('17');
    this.assertReceipt(body, amount);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(RedirectDueDate)) throw new Refused('12');
    if (this.refusesRepeatedOrders && this.sessions.some((each) => each.OrderId === OrderId)) throw new Refused('20');
    const session: Session = {
      ...{ TerminalKey: this.terminal.key, OrderId, PaymentId: String((this.number += 1)), Status: 'NEW' },
      ...{ Amount: Number(Amount), ErrorCode: '0', payType: PayType, isQr: false, refunds: new Set() },
      effects: { held: 0, captured: 0, refunded: 0, released: 0 },
    };
    this.sessions.push(session);
    return { ...shown(session), PaymentURL: `https://securepay.tinkoff.ru/new/${session.PaymentId}` };
  }

  private checkOrder(OrderId: string): Fields {
    const Payments = this.sessions.filter((each) => each.OrderId === OrderId).map(shown);
    if (Payments.length === 0) throw new Refused('335');
    return { TerminalKey: this.terminal.key, OrderId, Payments };
  }

  private assertReceipt({ Receipt }: Fields, amount: number, isNeeded = true): void {
    const isRight = Receipt === undefined ? !(this.needsReceipts && isNeeded) : isReceipt(Receipt, amount);
    if (!isRight) throw new Refused('309');
  }

  private showCode(session: Session): Fields {
    if (session.Status !== 'NEW') throw new Refused('8');
    session.isQr = true;
    const { TerminalKey, OrderId, PaymentId, Amount } = session;
    const Data = `https://qr.nspk.ru/AS${PaymentId}?type=02&bank=100000000004&sum=${Amount}&cur=RUB&crc=C08B`;
    return { TerminalKey, OrderId, PaymentId: Number(PaymentId), Data };
  }

  private readCard({ CardData, CardKey }: Fields): string {
    const card = readCardData(CardData);
    if (!card || CardKey !== undefined) throw new Refused('508');
    return card['PAN'] ?? '';
  }

  private finish(session: Session, body: Fields): Fields {
    const pan = this.readCard(body);
    if (session.Status !== 'NEW') throw new Refused('8');
    if (pan === TBANK_TEST_CARDS.interaction) {
      Object.assign(session, { Status: '3DS_CHECKING', isAuthenticated: false });
      const page = { ...shown(session), ACSUrl: `https://acs.example/${session.PaymentId}` };
      const isSecond =
        (body['DATA'] as Fields | undefined)?.['threeDSCompInd'] !== undefined && body['IP'] !== undefined;
      if (isSecond) return { ...page, TdsServerTransId: ' d7171a06', AcsTransId: ' e176d5d3' };
      return { ...page, MD: `ACQT-${session.PaymentId}`, PaReq: 'eJxVUl1TwjAQ/CtM30s+KLTDHGHQwg==' };
    }
    if (pan === TBANK_TEST_CARDS.approved) this.pay(session.PaymentId);
    else {
      this.decline(session.PaymentId);
      throw new Refused(session.ErrorCode);
    }
    return shown(session);
  }

  /** The result of the card's bank: that of version 1 comes by the payer. */
  private authenticate(session: Session, { MD, PaRes }: Fields): Fields {
    if (session.Status !== '3DS_CHECKING') throw new Refused('4');
    if (PaRes !== undefined && MD !== `ACQT-${session.PaymentId}`) throw new Refused('12');
    const isConfirmed = PaRes === undefined ? session.isAuthenticated : PaRes === 'confirmed';
    session.Status = 'NEW';
    if (isConfirmed) this.pay(session.PaymentId);
    else this.decline(session.PaymentId);
    if (!isConfirmed) throw new Refused('101');
    return withoutAmount(session);
  }

  private confirm(session: Session, body: Fields): Fields {
    const amount = (body['Amount'] as number | undefined) ?? session.Amount;
    if (session.Status !== 'AUTHORIZED') throw new Refused('4');
    if (amount > session.Amount) throw new Refused('330');
    this.assertReceipt(body, amount, amount !== session.Amount);
    Object.assign(session, { Status: 'CONFIRMED', Amount: amount });
    session.effects.captured = amount;
    return withoutAmount(session);
  }

  /** A payment of a prepayment has a second receipt, each time it is sent. */
  private settle({ Status, Amount }: Session, { Receipt }: Fields): Fields {
    const { Electronic, AdvancePayment } = (Receipt as { Payments: Record<string, number> }).Payments;
    if (Status !== 'CONFIRMED' || Electronic !== 0 || !isReceipt(Receipt, Number(AdvancePayment)))
      throw new Refused('309');
    if (Number(AdvancePayment) > Amount) throw new Refused('330');
    return {};
  }

  private cancel(session: Session, body: Fields): Fields {
    const OriginalAmount = session.Amount;
    const amount = (body['Amount'] as number | undefined) ?? OriginalAmount;
    const name = (body['ExternalRequestId'] as string | undefined) ?? '';
    const answer = () => ({ ...withoutAmount(session), OriginalAmount, NewAmount: session.Amount });
    if (name !== '' && session.refunds.has(name) && !session.isQr) return answer();
    if (session.Status === 'NEW') Object.assign(session, { Status: 'CANCELED' });
    else if (session.Status === 'AUTHORIZED') {
      if (amount !== OriginalAmount) throw new Refused('330');
      session.effects.released = amount;
      Object.assign(session, { Status: 'REVERSED', Amount: 0 });
    } else if (session.Status === 'CONFIRMED' || session.Status === 'PARTIAL_REFUNDED') {
      if (amount < 100 || amount > OriginalAmount) throw new Refused('330');
      this.assertReceipt(body, amount);
      session.refunds.add(name);
      if (session.isQr) Object.assign(session, { Status: 'ASYNC_REFUNDING', pending: amount });
      else this.refund(session, amount);
    } else throw new Refused('4');
    return answer();
  }

  private refund(session: Session, amount: number): void {
    session.Amount -= amount;
    session.effects.refunded += amount;
    session.Status = session.Amount === 0 ? 'REFUNDED' : 'PARTIAL_REFUNDED';
  }

  /** The fast payment system decides a refund. */
  settleRefund(paymentID: string, isDone: boolean): void {
    const session = this.get(paymentID);
    const { pending = 0, effects } = session;
    delete session.pending;
    if (isDone) this.refund(session, pending);
    else session.Status = effects.refunded === 0 ? 'CONFIRMED' : 'PARTIAL_REFUNDED';
  }

  /** The payer pays on the page, or by the code. */
  pay(paymentID: string): void {
    const session = this.get(paymentID);
    if (session.Status !== 'NEW' && session.Status !== 'FORM_SHOWED') return;
    session.effects.held = session.Amount;
    const isHeld = session.payType === 'T' && !session.isQr;
    if (!isHeld) session.effects.captured = session.Amount;
    session.Status = isHeld ? 'AUTHORIZED' : 'CONFIRMED';
  }

  /** The payer's bank declines. */
  decline(paymentID: string): void {
    const session = this.get(paymentID);
    if (session.Status === 'NEW' || session.Status === 'FORM_SHOWED') {
      Object.assign(session, { Status: 'REJECTED', ErrorCode: '1051' });
    }
  }

  get(paymentID: unknown): Session {
    const session = this.sessions.find(({ PaymentId }) => PaymentId === String(paymentID));
    if (!session) throw new Refused('255');
    return session;
  }

  /** A signed notification of a session's status. */
  notification(paymentID: string, change: Fields = {}): Fields {
    const session = this.get(paymentID);
    const isDone = session.Status !== 'REJECTED';
    const body = {
      ...shown(session),
      Success: isDone,
      PaymentId: Number(session.PaymentId),
      Pan: '430000******0777',
      ...change,
    };
    return { ...body, Token: this.sign(body) };
  }

  private sign(body: Fields): string {
    const fields: Fields = { ...body, Password: this.terminal.password };
    const names = Object.keys(fields).filter((name) => name !== 'Token' && typeof fields[name] !== 'object');
    const text = names.sort().map((name) => String(fields[name]));
    return createHash('sha256').update(text.join('')).digest('hex');
  }
}

function shown({ TerminalKey, OrderId, PaymentId, Status, Amount, ErrorCode }: Session): Fields {
  return { TerminalKey, OrderId, PaymentId, Status, Amount, ErrorCode };
}

function withoutAmount(session: Session): Fields {
  const { Amount: _, ...answer } = shown(session);
  return answer;
}
