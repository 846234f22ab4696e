import { openStore } from '../../store/store';
import { aDestination, anIdentity, aWallet, fund, WALLET } from '../../tests/harness/factories/wallet';
import { untilStatus } from '../../tests/harness/http-client';
import type { People } from './people';

/** A withdrawal of 1,500 roubles, and the deposit of 10,000 that pays for it. */
export interface Movements {
  wallet: string;
  deposit: string;
  withdrawal: string;
}

let made: Promise<Movements> | undefined;

/** Made once for all scenarios of the suite. */
export async function makeMovements(people: People): Promise<Movements> {
  made ??= make(people);
  return made;
}

async function make({ shop: { merchant, platform } }: People): Promise<Movements> {
  const identity = await anIdentity(merchant);
  const wallet = await aWallet(merchant, { identity });
  const destination = await aDestination(merchant, { identity });
  const { ENCRYPTION_KEY = '' } = platform.environment;
  const store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
  const deposit = await fund(store, wallet, 1_000_000).finally(async () => store.database.close());
  await untilStatus(merchant, `${WALLET}/destinations/${destination}`, 'Authorized');
  const given = { wallet, destination, body: { amount: 150_000, currency: 'RUB' }, externalID: 'payout-7' };
  const { body } = await merchant.post<any>(`${WALLET}/withdrawals`, given);
  await untilStatus(merchant, `${WALLET}/withdrawals/${body.id}`, 'Succeeded');
  return { wallet, deposit, withdrawal: body.id };
}
