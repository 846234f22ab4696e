import type { VaultedCard } from '../../domain/payments/payment/payment-tool';
import { DEMO } from '../../store/operators/demo/demo';
import { keepTool } from '../../store/payments/payment-tool/keep-tool';
import type { CardVault } from '../../store/payments/card-vault/card-vault';
import type { Store } from '../../store/store';
import { CONNECTOR_KINDS } from '../../connectors/kinds';
import type { RegisteredAccess, VaultClient } from '../../vault/client/vault-client';
import type { ForwardRequest } from '../../vault/client/vault.types';
import { startTestVault, type TestVault } from '../../vault/testing/test-vault';
import { noteCards } from './used-cards';

/** A vault that starts at its first use. */
export type LazyVault = Pick<
  VaultClient,
  'storeCard' | 'storeToken' | 'keepCard' | 'forward' | 'deleteCard' | 'deleteCvvs' | 'registerAccount'
> & {
  open(): Promise<TestVault>;
  stop(): Promise<void>;
};

export function lazyVault(): LazyVault {
  let started: Promise<TestVault> | undefined;
  let stopped: Promise<void> | undefined;
  const register = registration();
  const open = () => (started ??= startTestVault());
  const stop = async (): Promise<void> => (await started)?.stop();
  return {
    open,
    storeCard: async (card) => (await open()).clients.api.storeCard(card),
    storeToken: async (token) => (await open()).clients.api.storeToken(token),
    keepCard: async (request) => (await open()).clients.api.keepCard(request),
    registerAccount: async (account, access) => (await open()).clients.api.registerAccount(account, access),
    forward: async (request, signal) => {
      const { clients } = await open();
      await register(clients.api, request);
      return clients.worker.forward(request, signal);
    },
    deleteCard: async (card) => (await open()).clients.worker.deleteCard(card),
    deleteCvvs: async (cards) => (await open()).clients.worker.deleteCvvs(cards),
    stop: () => (stopped ??= stop()),
  };
}

/** Registers each account as it is used, because tests store accounts and start acquirers without the API. */
function registration(): (client: VaultClient, request: ForwardRequest) => Promise<void> {
  const known = new Map<string, RegisteredAccess & { urls: string[]; credentials: string[] }>();
  return async (client, { account, url, headers }) => {
    for (const { name: connector, cards } of CONNECTOR_KINDS) {
      const { credentialHeader, requests } = cards;
      const rule = requests.find(({ path }) => url.endsWith(path));
      const credential = headers[credentialHeader];
      if (!rule || credential === undefined) continue;
      const access = known.get(account) ?? { connector, urls: [], credentials: [] };
      const base = url.slice(0, -rule.path.length);
      if (access.urls.includes(base) && access.credentials.includes(credential)) return;
      const add = (values: string[], value: string) => [...new Set([...values, value])].slice(-4);
      const grown = { connector, urls: add(access.urls, base), credentials: add(access.credentials, credential) };
      known.set(account, grown);
      return client.registerAccount(account, grown);
    }
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
