import { ADYEN_CARDS, type BookEvent } from '../../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../../connectors/adyen/testing/adyen-stand-in';
import { TransfersStandIn } from '../../../connectors/adyen/testing/transfers-stand-in';
import { postJson, type TestAccount } from './acquirer';

export type AdyenAccount = TestAccount & {
  standIn: AdyenStandIn;
  transfers: TransfersStandIn;
  /** States an event of any payment to the account's own address. */
  announce(event: BookEvent): Promise<void>;
};

/** An account of Adyen; `buildUrl` gives the address of its callbacks. */
export async function anAdyenAccount(id: string, buildUrl: (path: string) => string): Promise<AdyenAccount> {
  const hmacKey = Buffer.from(id.padEnd(32, '.'));
  const merchantAccount = `Merchant-${id}`;
  let address = '';
  let lastStatus = 0;
  const standIn = new AdyenStandIn({
    ...{ hmacKey, merchantAccount },
    deliver: async (body) => {
      lastStatus = await postJson(address || buildUrl(`/callbacks/adyen/${id}`), body);
      if (address === '') expect(lastStatus).toBe(200);
    },
  });
  const transfers = new TransfersStandIn();
  const [apiKey, transferApiKey] = [`key-${id}`, `transfers-${id}`];
  const balanceAccount = `BA0000000000000000000000${id.endsWith('1') ? '1' : '2'}`;
  const credentials = { apiKey, merchantAccount, hmacKey: hmacKey.toString('hex'), transferApiKey, balanceAccount };
  const announce = (event: BookEvent) => standIn.announce(event);
  return {
    ...{ id, connector: 'adyen', credentials, standIn, transfers, announce },
    settings: { checkoutUrl: await standIn.start(), transfersUrl: await transfers.start() },
    cards: ADYEN_CARDS,
    readCredentials: () =>
      [
        ...new Set(standIn.calls.map((call) => call.apiKey ?? '')),
        ...new Set(transfers.bodies.map(({ balanceAccountId }) => String(balanceAccountId))),
      ].sort(),
    expectedCredentials: [apiKey, balanceAccount].sort(),
    problems: () => [...standIn.problems, ...transfers.problems],
    find: (operationID) => {
      const payment = standIn.book.find(operationID);
      return (
        payment && {
          captured: payment.captured,
          refunded: payment.refunded,
          isReleased: payment.status === 'cancelled',
        }
      );
    },
    confirm: async (operationID) => {
      await fetch(standIn.book.finishAuthentication(operationID), { redirect: 'manual' });
    },
    callBack: async (url, operationID) => {
      const payment = standIn.book.find(operationID);
      address = url;
      try {
        await announce({
          ...{ eventCode: 'AUTHORISATION', merchantReference: operationID, isSuccess: true, reason: '1:1111:03/2030' },
          pspReference: payment?.pspReference ?? 'UNKNOWN000000000',
          amount: payment?.amount ?? { value: 1, currency: 'RUB' },
        });
        return lastStatus;
      } finally {
        address = '';
      }
    },
    listPayouts: (operationID) =>
      transfers.transfers
        .filter(({ reference }) => reference === operationID)
        .map(({ amount }) => (amount as { value: number }).value),
    settlePayout: (operationID) => transfers.settle(operationID, 'booked'),
    stop: async () => {
      await Promise.all([standIn.stop(), transfers.stop()]);
    },
  };
}
