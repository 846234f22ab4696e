import type {
  NotFound,
  OperationLookUp,
  PayOutConnector,
  PayOutDestination,
  PayOutOutcome,
  PayOutRequest,
  Unknown,
} from '../connector';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import { requireOutcome } from '../run-operation';
import { orMissing, readOutcome } from './yookassa-calls';
import { toYooKassaAmount } from './yookassa-amount';
import type { YooKassaClient } from './yookassa-client';
import { banksSchema, listOf, OPERATION, payoutSchema } from './yookassa-objects';
import { payOutOutcome } from './yookassa-outcome';

const MAX_DESCRIPTION = 128;

/** A destination that YooKassa does not pay to. */
const UNSUPPORTED: PayOutOutcome = { kind: 'declined', failure: { code: 'InvalidReceiverResource' } };

/** Payouts to cards, by phone through the fast payment system, and to wallets of YooMoney. */
export class YooKassaPayOuts implements PayOutConnector {
  constructor(private readonly client: YooKassaClient) {}

  async payOut(request: PayOutRequest): Promise<PayOutOutcome> {
    const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome> => {
      const { operationID, amount, currency, description, cardTransport } = request;
      const destination = await this.toDestination(request.destination, deadline);
      if (!destination) return UNSUPPORTED;
      const body = {
        amount: toYooKassaAmount(amount, currency),
        payout_destination_data: destination,
        description: cutText(description, MAX_DESCRIPTION),
        metadata: { [OPERATION]: operationID },
      };
      return payOutOutcome(
        await this.client.call(
          { method: 'POST', path: '/payouts', body, operationID, cardTransport },
          payoutSchema,
          deadline,
        ),
      );
    });
    return outcome;
  }

  async lookUpPayOut(request: OperationLookUp): Promise<Exclude<PayOutOutcome, Unknown> | NotFound> {
    const { operationID, connectorReference } = request;
    const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome | NotFound> => {
      if (connectorReference !== undefined) {
        const path = `/payouts/${encodeURIComponent(connectorReference)}`;
        const known = await orMissing(this.client.call({ method: 'GET', path }, payoutSchema, deadline));
        return known ? payOutOutcome(known) : { kind: 'notFound' };
      }
      const query = { [`metadata[${OPERATION}]`]: operationID };
      const found = await this.client.call(
        { method: 'GET', path: '/payouts/search', query },
        listOf(payoutSchema),
        deadline,
      );
      const [payout] = found.items;
      return payout ? payOutOutcome(payout) : { kind: 'notFound' };
    });
    return requireOutcome(outcome);
  }

  /** Undefined for a type that YooKassa does not pay to, or for a bank outside of the fast payment system. */
  private async toDestination(destination: PayOutDestination, deadline: Deadline): Promise<object | undefined> {
    switch (destination.type) {
      case 'BankCardDestinationResource':
        return { type: 'bank_card', card: { number: destination.cardNumber } };
      case 'DigitalWalletDestinationResource':
        return /^yoo ?money$/i.test(destination.provider)
          ? { type: 'yoo_money', account_number: destination.id }
          : undefined;
      case 'FastPaymentSystemTransfer': {
        const { items } = await this.client.call({ method: 'GET', path: '/sbp_banks' }, banksSchema, deadline);
        const bank = items.find(({ bic }) => bic === destination.bankBik);
        return bank && { type: 'sbp', phone: destination.phoneNumber.replace(/\D/g, ''), bank_id: bank.bank_id };
      }
      default:
        return undefined;
    }
  }
}
