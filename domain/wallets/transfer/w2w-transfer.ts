import { Refusal } from '../../platform/errors/refusal';
import type { OperationStatus } from '../../platform/machine/operation';
import type { Money } from '../../platform/money/money';
import { currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';
import type { OperationFailure } from '../withdrawal/withdrawal-failure';

/** A transfer between two wallets, in one ledger transaction. */
export interface W2WTransfer {
  id: string;
  partyID: string;
  senderID: string;
  receiverID: string;
  createdAt: Date;
  body: Money;
  externalID: string | null;
  status: OperationStatus;
  failure: OperationFailure | null;
}

/** Messages of refused transfers. */
export const TRANSFER_REFUSALS = {
  senderMissing: 'no such sender wallet',
  receiverMissing: 'no such receiver wallet',
  sameWallet: 'sender and receiver are one wallet',
  senderInaccessible: 'sender wallet is inaccessible: it, its identity or its party is blocked',
  receiverInaccessible: 'receiver wallet is inaccessible: it, its identity or its party is blocked',
  currencyForbidden: 'currency is not allowed by the terms',
  currenciesDiffer: 'currencies of sender, receiver and body differ',
  amount: 'amount must be above zero',
  realmsDiffer: 'wallets cannot be combined: one is a test one',
} as const;

/** A wallet of a transfer; `isAccessible` covers its identity and party. */
export interface TransferWallet {
  id: string;
  currency: string;
  isAccessible: boolean;
}

/** The entities of a new transfer; undefined means not found. */
export interface TransferContext {
  sender: TransferWallet | undefined;
  receiver: TransferWallet | undefined;
  senderProvider: WalletProvider | undefined;
  receiverProvider: WalletProvider | undefined;
  body: Money;
}

/** Checks that a transfer may be made. @throws Refusal invalidOperationParameters */
export function assertTransferable(context: TransferContext): void {
  const { sender, receiver, senderProvider, receiverProvider, body } = context;
  if (!sender || !senderProvider) throw refused('senderMissing');
  if (!receiver || !receiverProvider) throw refused('receiverMissing');
  if (sender.id === receiver.id) throw refused('sameWallet');
  if (!sender.isAccessible) throw refused('senderInaccessible');
  if (!receiver.isAccessible) throw refused('receiverInaccessible');
  if (senderProvider.realm !== receiverProvider.realm) throw refused('realmsDiffer');
  if (!currencyTerms(senderProvider, body.currency)) throw refused('currencyForbidden');
  if (body.currency !== sender.currency || body.currency !== receiver.currency) throw refused('currenciesDiffer');
  if (body.amountMinor <= 0n) throw refused('amount');
}

function refused(refusal: keyof typeof TRANSFER_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', TRANSFER_REFUSALS[refusal]);
}
