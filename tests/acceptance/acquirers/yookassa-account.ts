import { YOOKASSA_CARDS } from '../../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../../connectors/yookassa/testing/yookassa-stand-in';
import { postJson, type TestAccount } from './acquirer';

export type YooKassaAccount = TestAccount & { standIn: YooKassaStandIn };

const minor = ({ value }: { value: string }): number => Number(value.replace('.', ''));

/** An account of YooKassa; `buildUrl` gives the address of its callbacks. */
export async function aYooKassaAccount(id: string, buildUrl: (path: string) => string): Promise<YooKassaAccount> {
  const standIn = new YooKassaStandIn();
  const { book } = standIn;
  const [shopID, payoutGatewayID] = id.endsWith('1') ? ['100501', '500501'] : ['100502', '500502'];
  const credentials = { shopID, secretKey: `test_${id}`, payoutGatewayID, payoutSecretKey: `payout_${id}` };
  const notify = (url: string, operationID: string) =>
    postJson(url, { type: 'notification', event: 'payment.waiting_for_capture', object: book.find(operationID) ?? {} });
  return {
    ...{ id, connector: 'yookassa', credentials, standIn },
    settings: { url: await standIn.start(), networks: ['127.0.0.0/8', '::/0'] },
    cards: YOOKASSA_CARDS,
    readCredentials: () => [...new Set(standIn.calls.map(({ authorization = '' }) => authorization))].sort(),
    expectedCredentials: [`${shopID}:test_${id}`, `${payoutGatewayID}:payout_${id}`]
      .map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`)
      .sort(),
    problems: () => standIn.problems,
    find: (operationID) => {
      const payment = book.find(operationID);
      return (
        payment && {
          captured: payment.status === 'succeeded' ? minor(payment.amount) : 0,
          refunded: Math.round(book.getRefunded(payment.id) * 100),
          isReleased: payment.status === 'canceled',
        }
      );
    },
    confirm: async (operationID) => {
      book.authorise(book.find(operationID)?.id ?? '');
      expect(await notify(buildUrl(`/callbacks/yookassa/${id}`), operationID)).toBe(200);
    },
    callBack: notify,
    listPayouts: (operationID) =>
      [...book.payouts.values()]
        .filter(({ metadata }) => Object.values(metadata).includes(operationID))
        .map(({ amount }) => minor(amount as { value: string })),
    settlePayout: (operationID) => book.settlePayOut(operationID),
    stop: () => standIn.stop(),
  };
}
