import type { AuthorisationReference } from '../../connector';
import { Deadline } from '../../deadline';
import { NOTHING } from '../../testing/connector-under-test';
import type { Access, AcquirerEnvironment } from '../../testing/environment';
import { fromYooKassaAmount } from '../yookassa-amount';
import { YooKassaClient, type Credentials } from '../yookassa-client';
import { BLOCKED, listOf, refundSchema, REQUESTED } from '../yookassa-objects';
import { YooKassaOperations } from '../yookassa-operations';
import { createYooKassaConnector } from '../yookassa.connector';
import { YOOKASSA_CARDS } from './payment-book';

const ANSWER_MS = 30_000;

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/29', cvv: '123' }) as const;

const shopOf = ({ credentials }: Access): Credentials => ({
  id: credentials['shopID'] ?? '',
  secret: credentials['secretKey'] ?? '',
});

const openClient = (access: Access) => new YooKassaClient({ ...shopOf(access), url: access.url });

const findPayment = (client: YooKassaClient, authorisation: AuthorisationReference) =>
  new YooKassaOperations(client).payment(authorisation, new Deadline(ANSWER_MS));

/** A test shop of YooKassa. */
export const yookassaEnvironment: AcquirerEnvironment = {
  name: 'yookassa',
  credentials: { shopID: '100500', secretKey: 'test_secret' },
  currency: 'RUB',
  approvedTool: aCard(YOOKASSA_CARDS.approved),
  declinedTool: aCard(YOOKASSA_CARDS.declined),
  interactionTool: aCard(YOOKASSA_CARDS.interaction),
  endsInteractions: false,
  connect: (access) => createYooKassaConnector({ shop: shopOf(access), url: access.url }),
  isDecided: async (view, authorisation) => (await findPayment(openClient(view), authorisation))?.status !== 'pending',
  async readEffects(view, authorisation) {
    const client = openClient(view);
    const payment = await findPayment(client, authorisation);
    if (!payment || payment.metadata?.[BLOCKED] === 'true' || payment.status === 'pending') return NOTHING;
    const held = BigInt(payment.metadata?.[REQUESTED] ?? 0);
    if (payment.status === 'waiting_for_capture') return { ...NOTHING, authorised: held };
    if (payment.status === 'canceled') {
      const isVoided = payment.cancellation_details?.reason === 'canceled_by_merchant';
      return isVoided ? { ...NOTHING, authorised: held, voided: held } : NOTHING;
    }
    const request = { method: 'GET', path: '/refunds', query: { payment_id: payment.id } } as const;
    const { items } = await client.call(request, listOf(refundSchema), new Deadline(ANSWER_MS));
    const refunded = items
      .filter(({ status }) => status !== 'canceled')
      .reduce((sum, { amount }) => sum + (fromYooKassaAmount(amount) ?? 0n), 0n);
    return { authorised: held, captured: fromYooKassaAmount(payment.amount) ?? 0n, refunded, voided: 0n };
  },
};
