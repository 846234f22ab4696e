import { createRequire } from 'node:module';

const compiled = createRequire(import.meta.url);

/** `/wallet/v0`. */
export const wallets = {
  base: '/wallet/v0',
  without: [],
  spared: { deleteWebhookByID: 'webhookID' },
  prepare: createEntities,
};

/** `/payres/v0`. */
export const payres = {
  base: '/payres/v0',
  without: [],
  spared: {},
  prepare: async (platform) => {
    const bankCard = { type: 'BankCard', cardNumber: '4242424242424242', expDate: '12/29', cardHolder: 'IVAN PETROV' };
    const { token } = await createClient(platform).made('/payres/v0/bank-cards', bankCard);
    return { path: { token }, bodies: { storeBankCard: bankCard } };
  },
};

/** Creates a funded wallet and one of each entity, and valid bodies. */
async function createEntities(platform) {
  const { made, client } = createClient(platform);
  const { withStore } = compiled('../../dist/tests/harness/with-store.js');
  const { anIdentity, fund, WALLET } = compiled('../../dist/tests/harness/factories/wallet.js');
  const identity = await anIdentity(client);
  const externalID = 'fuzz';
  const newWallet = { name: 'Main', identity, currency: 'RUB' };
  const resource = { type: 'DigitalWalletDestinationResource', id: 'w-1', provider: 'webmoney' };
  const newDestination = { name: 'Account', identity, currency: 'RUB', resource };
  const { id: wallet } = await made(`${WALLET}/wallets`, { ...newWallet, externalID });
  const { id: other } = await made(`${WALLET}/wallets`, newWallet);
  const { id: destination } = await made(`${WALLET}/destinations`, { ...newDestination, externalID });
  await until(client, `${WALLET}/destinations/${destination}`, 'Authorized');
  // No request fails for lack of money.
  await withStore(platform.environment, (store) => fund(store, wallet, 1_000_000_000));
  const body = { amount: 1_000, currency: 'RUB' };
  const period = { fromTime: '2026-01-01T00:00:00Z', toTime: '2027-01-01T00:00:00Z' };
  const bodies = {
    createIdentity: { name: 'Ivan', provider: 'test' },
    createWallet: newWallet,
    createDestination: newDestination,
    createQuote: { walletID: wallet, destinationID: destination, currencyFrom: 'RUB', currencyTo: 'RUB', cash: body },
    createWithdrawal: { wallet, destination, body },
    createW2WTransfer: { sender: wallet, receiver: other, body },
    createReport: { reportType: 'withdrawalRegistry', ...period },
    createWebhook: {
      identityID: identity,
      scope: { topic: 'WithdrawalsTopic', walletID: wallet, eventTypes: ['WithdrawalStarted'] },
      url: 'https://integrator.example/hook',
    },
    issueWalletGrant: { asset: body, validUntil: '2090-01-01T00:00:00Z' },
    issueDestinationGrant: { validUntil: '2090-01-01T00:00:00Z' },
  };
  const withdrawal = await made(`${WALLET}/withdrawals`, { ...bodies.createWithdrawal, externalID });
  const transfer = await made(`${WALLET}/w2w/transfers`, bodies.createW2WTransfer);
  const webhook = await made(`${WALLET}/webhooks`, bodies.createWebhook);
  const report = await made(`${WALLET}/identities/${identity}/reports`, bodies.createReport);
  const reportPath = `${WALLET}/identities/${identity}/reports/${report.id}`;
  const { files } = await until(client, reportPath, 'created');
  const path = {
    identityID: identity,
    walletID: wallet,
    destinationID: destination,
    withdrawalID: withdrawal.id,
    w2wTransferID: transfer.id,
    webhookID: webhook.id,
    reportID: report.id,
    fileID: files[0].id,
    eventID: 1,
    ...{ providerID: 'test', currencyID: 'RUB', residence: 'RUS', externalID },
  };
  const query = {
    getWebhooks: { identityID: identity },
    getWebhookByID: { identityID: identity },
    deleteWebhookByID: { identityID: identity },
    getReports: period,
    getWalletByExternalID: { externalID },
  };
  return { path, query, bodies };
}

export function createClient({ apiUrl, demo }) {
  const { httpClient } = compiled('../../dist/tests/harness/http-client.js');
  const client = httpClient({ baseUrl: apiUrl, token: demo.apiKey });
  const made = async (path, fields) => {
    const { status, body } = await client.post(path, fields);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return { client, made };
}

function until(client, path, wanted) {
  const { untilBody } = compiled('../../dist/tests/harness/http-client.js');
  const ask = () => client.get(path);
  return untilBody(ask, ({ status }) => status === wanted, 30_000);
}
