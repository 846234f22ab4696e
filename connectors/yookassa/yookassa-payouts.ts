import type { NotFound, PayOutConnector, PayOutDestination, PayOutOutcome } from '../connector';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import { readOutcome, requireOutcome } from '../run-operation';
import { toYooKassaAmount } from './yookassa-amount';
import type { YooKassaClient } from './yookassa-client';
import { banksSchema, listOf, OPERATION, payoutSchema } from './yookassa-objects';
import { payOutOutcome } from './yookassa-outcome';

const MAX_DESCRIPTION = 128;

/** A destination that YooKassa does not pay to. */
const UNSUPPORTED: PayOutOutcome = { kind: 'declined', failure: { code: 'InvalidReceiverResource' } };

/** Payouts to cards, by phone through the fast payment system, and to wallets of YooMoney. */
export const yookassaPayOuts = (client: YooKassaClient): PayOutConnector => ({
  payOut: (request) =>
    readOutcome(request, async (deadline) => {
      const { operationID, amount, currency, description, cardTransport } = request;
      const destination = await toDestination(request.destination, client, deadline);
      if (!destination) return UNSUPPORTED;
      const body = {
        amount: toYooKassaAmount(amount, currency),
        payout_destination_data: destination,
        description: cutText(description, MAX_DESCRIPTION),
        metadata: { [OPERATION]: operationID },
      };
      const sent = { method: 'POST', path: '/payouts', body, operationID, cardTransport } as const;
      return payOutOutcome(await client.call(sent, payoutSchema, deadline));
    }),
  lookUpPayOut: async (request) => {
    const { operationID, connectorReference } = request;
    const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome | NotFound> => {
      const search = {
        method: 'GET',
        path: '/payouts/search',
        query: { [`metadata[${OPERATION}]`]: operationID },
      } as const;
      const payout =
        connectorReference === undefined
          ? (await client.call(search, listOf(payoutSchema), deadline)).items[0]
          : await client.find('/payouts', connectorReference, payoutSchema, deadline);
      return payout ? payOutOutcome(payout) : { kind: 'notFound' };
    });
    return requireOutcome(outcome);
  },
});

/** Undefined for a type that YooKassa does not pay to, or for a bank outside of the fast payment system. */
async function toDestination(
  destination: PayOutDestination,
  client: YooKassaClient,
  deadline: Deadline,
): Promise<object | undefined> {
  switch (destination.type) {
    case 'BankCardDestinationResource':
      return { type: 'bank_card', card: { number: destination.cardNumber } };
    case 'DigitalWalletDestinationResource':
      return /^yoo ?money$/i.test(destination.provider)
        ? { type: 'yoo_money', account_number: destination.id }
        : undefined;
    case 'FastPaymentSystemTransfer': {
      const { items } = await client.call({ method: 'GET', path: '/sbp_banks' }, banksSchema, deadline);
      const bank = items.find(({ bic }) => bic === destination.bankBik);
      return bank && { type: 'sbp', phone: destination.phoneNumber.replace(/\D/g, ''), bank_id: bank.bank_id };
    }
    default:
      return undefined;
  }
}
