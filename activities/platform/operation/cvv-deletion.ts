import { log } from '@temporalio/activity';
import type { PaymentTool } from '../../../domain/payments/payment/payment-tool';
import type { CardReference } from '../../../vault/client/vault-client';
import type { CardForwarder } from './card-transport';

type CvvVault = Pick<CardForwarder, 'deleteCvvs'>;

/** One request deletes the CVVs of this time. */
const INTERVAL_MS = 500;
const MAX_BATCH_SIZE = 1_000;

const waitingByVault = new WeakMap<CvvVault, CardReference[]>();

/**
 * Deletes the CVV of a card whose authorisation is decided, in a batch with others and without a wait: the vault does it later if this
 * fails.
 */
export function forgetCvv(vault: CvvVault, tool: Promise<PaymentTool>, partyID: string): void {
  const added = tool.then((card) => {
    if (card.type === 'card' && card.hasCvv) add(vault, { cardID: card.cardID, partyID });
  });
  added.catch(warn);
}

function add(vault: CvvVault, card: CardReference): void {
  const waiting = waitingByVault.get(vault);
  if (waiting) return void waiting.push(card);
  waitingByVault.set(vault, [card]);
  setTimeout(() => void deleteWaiting(vault).catch(warn), INTERVAL_MS);
}

async function deleteWaiting(vault: CvvVault): Promise<void> {
  const waiting = waitingByVault.get(vault) ?? [];
  waitingByVault.delete(vault);
  while (waiting.length > 0) await vault.deleteCvvs(waiting.splice(0, MAX_BATCH_SIZE));
}

function warn(error: unknown): void {
  log.warn('the CVV of a card could not be deleted yet', { error });
}
