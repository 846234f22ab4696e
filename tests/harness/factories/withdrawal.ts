import { verifyLedger } from '../../../store/platform/ledger/verify';
import type { HttpClient } from '../http-client';
import { anAuthorisedDestination, anIdentity, aWallet, fund, startWalletApi, WALLET, type WalletApi } from './wallet';

export interface WithdrawalDesk {
  api: WalletApi;
  integrator: HttpClient;
  stranger: HttpClient;
  identity: string;
  /** The integrator's, with 10,000 roubles; a new one for each test. */
  wallet: string;
  /** The integrator's, authorised. */
  destination: string;
}

/** Sets up the entities of a test file and verifies the ledger after each test. */
export function withdrawalDesk(): WithdrawalDesk {
  const desk = {} as WithdrawalDesk;
  beforeAll(async () => {
    const api = await startWalletApi();
    Object.assign(desk, { api, integrator: api.integrator, stranger: api.stranger.merchant });
    desk.identity = await anIdentity(desk.integrator);
    desk.destination = await anAuthorisedDestination(api.store, desk.integrator, { identity: desk.identity });
  });
  afterAll(() => desk.api?.stop());
  beforeEach(async () => {
    desk.wallet = await aWallet(desk.integrator, { identity: desk.identity });
    await fund(desk.api.store, desk.wallet, 1_000_000);
  });
  afterEach(async () => {
    expect(await verifyLedger(desk.api.store.database)).toEqual([]);
  });
  return desk;
}

export const rub = (amount: number) => ({ amount, currency: 'RUB' });

export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** A withdrawal of 100 roubles by default. */
export const withdraw = (desk: WithdrawalDesk, fields: object = {}, client = desk.integrator) =>
  client.post(`${WALLET}/withdrawals`, {
    wallet: desk.wallet,
    destination: desk.destination,
    body: rub(10_000),
    ...fields,
  });

export async function readGrant(desk: WithdrawalDesk, asset = rub(20_000), validUntil = tomorrow()): Promise<string> {
  const { body } = await desk.integrator.post(`${WALLET}/wallets/${desk.wallet}/grants`, { asset, validUntil });
  return body.token;
}
