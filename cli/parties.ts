import { Option, type Command } from 'commander';
import { listRequestLimits, setRequestLimit } from '../store/request-limit/request-limit';
import { findParty } from '../store/shop/shop.queries';
import { addBlocks } from './operator-decisions';
import { parseInteger } from './parse-options';
import { print, withStore, withStoreAs } from './with-store';

interface LimitOptions {
  perKey?: string;
  perToken?: string;
  standard?: true;
}

const MAX_RATE = 1_000_000;

/** Adds `party block|unblock`, and `party limit|limits`, which manage request limits that differ from the default. */
export function addPartyCommand(program: Command): void {
  const party = program.command('party').description('limits and blocks of a party');
  addBlocks(party, 'party');
  party
    .command('limit')
    .description('set a party’s own limits; effective within seconds')
    .argument('<id>', 'the party')
    .option('--per-key <n>', 'requests per second and API process for each of its keys')
    .option('--per-token <n>', "the same for each of its payers' tokens")
    .addOption(new Option('--standard', 'restore the default limits').conflicts(['perKey', 'perToken']))
    .action((id: string, { perKey, perToken, standard }: LimitOptions) => {
      if (!standard && !perKey && !perToken) throw new Error('give --per-key, --per-token or --standard');
      const limit = {
        partyID: id,
        perKey: perKey === undefined ? null : parseInteger(perKey, { name: '--per-key', max: MAX_RATE }),
        perToken: perToken === undefined ? null : parseInteger(perToken, { name: '--per-token', max: MAX_RATE }),
      };
      return withStoreAs('party limit', async (store) => {
        if (!(await findParty(store.database, id))) throw new Error(`there is no party ${id}`);
        const set = await setRequestLimit(store, limit);
        print({ ...set, isChanged: store.origin.isNoted });
      });
    });
  party
    .command('limits')
    .description('list parties with limits of their own')
    .action(() => withStore(async (store) => (await listRequestLimits(store)).forEach(print)));
}
