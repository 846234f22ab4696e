import { Refusal } from '../errors/refusal';
import type { OperationStatus } from '../machine/operation';
import type { Money } from '../money/money';
import { currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';
import type { OperationFailure } from '../withdrawal/withdrawal-failure';

/** Money moved from one wallet to another, in one transaction of the ledger. */
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

/** Why a transfer is refused before it begins: one text a case. */
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

/** A wallet of a transfer; `isAccessible` counts its identity and party too. */
export interface TransferWallet {
  id: string;
  currency: string;
  isAccessible: boolean;
}

/** What a transfer stands between; undefined is what was not found. */
export interface TransferContext {
  sender: TransferWallet | undefined;
  receiver: TransferWallet | undefined;
  senderProvider: WalletProvider | undefined;
  receiverProvider: WalletProvider | undefined;
  body: Money;
}

/** @throws Refusal invalidOperationParameters at the first thing wrong with a transfer. */
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
