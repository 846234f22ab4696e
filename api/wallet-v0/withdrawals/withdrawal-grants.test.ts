import { altered } from '../../../tests/harness/altered';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  anAuthorisedDestination,
  aWallet,
  readBalance,
  fund,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import * as factory from '../../../tests/harness/factories/withdrawal';
import { rub, tomorrow, withdrawalDesk } from '../../../tests/harness/factories/withdrawal';

const desk = withdrawalDesk();
const withdraw = (fields?: object, client?: HttpClient) => factory.withdraw(desk, fields, client);
const getGrant = (asset?: ReturnType<typeof rub>, validUntil?: string) => factory.readGrant(desk, asset, validUntil);

let api: WalletApi;
let integrator: HttpClient;
let stranger: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeEach(() => {
  ({ api, integrator, stranger, identity, wallet, destination } = desk);
});

describe('with a grant', () => {
  test('another party withdraws once, within amount and expiry', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await getGrant();
    const fields = { destination: own, walletGrant, externalID: 'granted' };
    const first = await withdraw(fields, stranger);
    expect([first.status, first.body.status]).toEqual([202, 'Pending']);
    expect((await withdraw(fields, stranger)).body.id).toBe(first.body.id);
    const second = await withdraw({ destination: own, walletGrant }, stranger);
    expect([second.status, second.body.errorType]).toEqual([400, 'InvalidToken']);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
    const seen = await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=5`);
    expect(seen.body.result.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
    expect((await integrator.get(`${WALLET}/withdrawals/${first.body.id}`)).status).toBe(200);
  });

  test('another party withdraws once despite concurrent requests', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await getGrant();
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw({ destination: own, walletGrant }, stranger)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });

  test('for a destination another party withdraws to it once', async () => {
    const { body } = await integrator.post(`${WALLET}/destinations/${destination}/grants`, { validUntil: tomorrow() });
    const own = await aWallet(stranger);
    await fund(api.store, own, 50_000);
    const fields = { wallet: own, destinationGrant: body.token };
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(fields, stranger)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
  });

  test('being forged, expired, too small or for another entity is refused', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const soon = await getGrant(rub(20_000), new Date(Date.now() + 3_000).toISOString());
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    const good = await getGrant();
    const { body } = await integrator.post(`${WALLET}/destinations/${destination}/grants`, { validUntil: tomorrow() });
    const tries = [{ walletGrant: altered(good) }, { walletGrant: soon }, { walletGrant: body.token }];
    for (const fields of [...tries, { walletGrant: good, body: rub(20_001) }, { walletGrant: 'x' }]) {
      const answer = await withdraw({ destination: own, ...fields }, stranger);
      expect([answer.status, answer.body.errorType]).toEqual([400, 'InvalidToken']);
    }
    const elsewhere = await aWallet(integrator, { identity });
    const answer = await withdraw({ wallet: elsewhere, destination: own, walletGrant: good }, stranger);
    expect([answer.status, answer.body.errorType]).toEqual([400, 'InvalidToken']);
  });

  test('for another entity does not reveal whether the requested one exists', async () => {
    const destination = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await getGrant();
    const elsewhere = await aWallet(integrator, { identity });
    const answers = await Promise.all(
      [elsewhere, 'nowhere'].map((walletID) => withdraw({ wallet: walletID, destination, walletGrant }, stranger)),
    );
    expect(answers[0]).toMatchObject({ status: 400, body: { errorType: 'InvalidToken', name: 'walletGrant' } });
    expect([answers[1]?.status, answers[1]?.body]).toEqual([answers[0]?.status, answers[0]?.body]);
  });

  test('cannot be created for zero, in another currency or for the past', async () => {
    const path = `${WALLET}/wallets/${wallet}/grants`;
    for (const [asset, validUntil] of [
      [rub(0), tomorrow()],
      [{ amount: 1, currency: 'USD' }, tomorrow()],
      [rub(1), '2020-01-01T00:00:00Z'],
    ]) {
      expect((await integrator.post(path, { asset, validUntil })).status).toBe(422);
    }
  });
});
