import type { VaultedCard } from '../../domain/payment/payment-tool';
import { DEMO } from '../../store/demo/demo';
import { keepTool } from '../../store/payment-tool/keep-tool';
import type { CardVault } from '../../store/card-vault/card-vault';
import type { Store } from '../../store/store';
import type { VaultClient } from '../../vault/client/vault-client';
import { startTestVault, type TestVault } from '../../vault/testing/test-vault';
import { noteCards } from './used-cards';

/** A vault that starts at its first use. */
export type LazyVault = Pick<VaultClient, 'storeCard' | 'forward' | 'deleteCard' | 'deleteCvvs'> & {
  open(): Promise<TestVault>;
  stop(): Promise<void>;
};

export function lazyVault(): LazyVault {
  let started: Promise<TestVault> | undefined;
  let stopped: Promise<void> | undefined;
  const open = () => (started ??= startTestVault());
  const stop = async (): Promise<void> => (await started)?.stop();
  return {
    open,
    storeCard: async (card) => (await open()).clients.api.storeCard(card),
    forward: async (request, signal) => (await open()).clients.worker.forward(request, signal),
    deleteCard: async (card) => (await open()).clients.worker.deleteCard(card),
    deleteCvvs: async (cards) => (await open()).clients.worker.deleteCvvs(cards),
    stop: () => (stopped ??= stop()),
  };
}

/** Stores a card of the demonstration party in the vault. */
export async function aVaultedCard(
  { store: { database }, vault }: { store: Store; vault: CardVault },
  cardNumber = '4242424242424242',
  { partyID = DEMO.partyID, cardHolder }: { partyID?: string; cardHolder?: string } = {},
): Promise<VaultedCard> {
  noteCards(JSON.stringify({ cardNumber }));
  const entered = {
    type: 'card',
    cardNumber,
    expDate: '12/29',
    cvv: '123',
    ...(cardHolder && { cardHolder }),
  } as const;
  const details = { type: 'bankCard', bin: '', lastDigits: '', paymentSystem: 'visa' } as const;
  const { tool } = await keepTool({ database, vault }, { partyID, entered, details });
  return tool as VaultedCard;
}
