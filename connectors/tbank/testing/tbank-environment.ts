import { Deadline } from '../../deadline';
import { NOTHING } from '../../testing/connector-under-test';
import type { Access, AcquirerEnvironment, TestCredentials } from '../../testing/environment';
import { toOrderID } from '../order-id';
import { TBankClient, type Terminal } from '../tbank-client';
import { paymentSchema } from '../tbank-objects';
import { returnAddress } from '../tbank-return';
import { TBankConnector } from '../tbank.connector';
import { CARD_KEY, TBANK_TEST_CARDS } from './card-data';

const ANSWER_MS = 30_000;

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/29', cvv: '123' }) as const;

const terminalOf = ({ terminalKey = '', password = '' }: TestCredentials): Terminal => ({ key: terminalKey, password });

const connect = ({ credentials, url, book }: Access) =>
  new TBankConnector({
    ...{ terminal: terminalOf(credentials), cardKey: credentials['cardKey'] },
    ...{ isTest: true, url, book },
  });

interface Answer {
  OrderId?: string;
  PaymentId?: string | number;
  Status?: string;
  Amount?: number;
}

/** A test terminal of T-Bank, with cards. */
export const tbankEnvironment: AcquirerEnvironment = {
  name: 'tbank',
  credentials: { terminalKey: '1509463751731DEMO', password: 'usaf8fw8fsw21g', cardKey: CARD_KEY },
  currency: 'RUB',
  approvedTool: aCard(TBANK_TEST_CARDS.approved),
  declinedTool: aCard(TBANK_TEST_CARDS.declined),
  interactionTool: aCard(TBANK_TEST_CARDS.interaction),
  storesCards: false,
  effects: /\/(Confirm|Cancel|FinishAuthorize)$/,
  connect,
  isDecided: async ({ book }, { operationID }) =>
    book.notices.has(`returned/${operationID}`) || book.notices.has(`blocked/${operationID}`),
  buildReturnUrl: ({ password = '' }, callbackUrl, operationID) => returnAddress(callbackUrl, operationID, password),
  /** The bank states the current amount only, so that earlier answers are read too. */
  async readEffects({ credentials, url, answers }, { operationID }) {
    const listOurs = () =>
      (answers as (Answer | null)[]).filter((answer) => answer?.OrderId === toOrderID(operationID)) as Answer[];
    const [{ PaymentId } = {}] = listOurs();
    if (PaymentId === undefined) return NOTHING;
    const client = new TBankClient(terminalOf(credentials), { url });
    const current = await client.call('GetState', { PaymentId }, paymentSchema, new Deadline(ANSWER_MS));
    const amountIn = (status: string) =>
      BigInt(listOurs().findLast(({ Status, Amount }) => Status === status && Amount !== undefined)?.Amount ?? 0);
    const [authorised, captured] = [amountIn('AUTHORIZED'), amountIn('CONFIRMED')];
    return {
      ...{ authorised, captured },
      refunded: captured === 0n ? 0n : captured - current.Amount,
      voided: current.Status === 'REVERSED' ? authorised : 0n,
    };
  },
};
