import { completeReport } from '../../../store/merchants/report/report.transitions';
import type { Store } from '../../../store/store';
import type { HttpClient } from '../http-client';
import type { PathValues } from './everything';
import { WALLET, RUB_ACCOUNT, aCardToken, aWallet, anAuthorisedDestination, anIdentity, fund } from './wallet';

const TIME = { past: '2020-01-01T00:00:00Z', future: '2100-01-01T00:00:00Z' };
const CARD = '4242424242424242';

/** One of every wallet entity, by names of path parameters; `receiver` is a second wallet. */
export async function oneOfEveryWalletThing(store: Store, integrator: HttpClient): Promise<PathValues> {
  const identityID = await anIdentity(integrator);
  const walletID = await aWallet(integrator, { identity: identityID });
  const receiver = await aWallet(integrator, { identity: identityID });
  await fund(store, walletID, 10_000_000);
  const destinationID = await anAuthorisedDestination(store, integrator, { identity: identityID });
  const things = { identityID, walletID, receiver, destinationID };
  const bodies = walletBodies(things);
  const made = async (path: string, body: unknown): Promise<any> => (await integrator.post(path, body)).body;
  const withdrawal = await made(`${WALLET}/withdrawals`, bodies['createWithdrawal']);
  const report = await made(`${WALLET}/identities/${identityID}/reports`, bodies['createReport']);
  await completeReport(store, report.id);
  const finished = await integrator.get(`${WALLET}/identities/${identityID}/reports/${report.id}`);
  return {
    ...things,
    providerID: 'test',
    currencyID: 'RUB',
    residence: 'RUS',
    withdrawalID: withdrawal.id,
    eventID: '1',
    externalID: 'nobody-has-this',
    token: await aCardToken(integrator, CARD),
    w2wTransferID: (await made(`${WALLET}/w2w/transfers`, bodies['createW2WTransfer'])).id,
    reportID: String(report.id),
    fileID: finished.body.files[0].id,
    webhookID: (await made(`${WALLET}/webhooks`, bodies['createWebhook'])).id,
  };
}

/** Valid bodies of wallet operations by operation id. */
export function walletBodies(values: PathValues): Record<string, unknown> {
  const { identityID: identity, walletID: wallet, destinationID: destination, receiver } = values;
  const asset = { amount: 1_000, currency: 'RUB' };
  return {
    createIdentity: { name: 'Ivan', provider: 'test' },
    createWallet: { name: 'Main', identity, currency: 'RUB' },
    createDestination: { name: 'To', identity, currency: 'RUB', resource: RUB_ACCOUNT },
    createWithdrawal: { wallet, destination, body: asset },
    createQuote: { walletID: wallet, currencyFrom: 'RUB', currencyTo: 'USD', cash: { amount: 9_000, currency: 'RUB' } },
    createW2WTransfer: { sender: wallet, receiver, body: asset },
    createReport: { reportType: 'withdrawalRegistry', fromTime: TIME.past, toTime: TIME.future },
    createWebhook: {
      identityID: identity,
      scope: { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated'] },
      url: 'https://integrator.example/hooks',
    },
    issueWalletGrant: { asset, validUntil: TIME.future },
    issueDestinationGrant: { validUntil: TIME.future },
    storeBankCard: { type: 'BankCard', cardNumber: CARD },
  };
}

export function walletQuery(operationID: string, values: PathValues): string {
  if (operationID === 'getReports') return `fromTime=${TIME.past}&toTime=${TIME.future}`;
  if (operationID === 'getWalletByExternalID') return `externalID=${values['externalID']}`;
  return /Webhook/.test(operationID) ? `identityID=${values['identityID']}` : 'limit=10';
}
