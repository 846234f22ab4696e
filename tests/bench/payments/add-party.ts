import { createApiKey } from '../../../store/merchants/api-key/api-key.create';
import type { Platform } from '../../harness/platform';
import { withStore } from '../../harness/with-store';

const PARTY_ID = 'other-party';
const SHOP_ID = 'other-shop';

/** Adds a party with a shop and a key beside the demonstration party. */
export function addParty({ environment, demo }: Platform): Promise<Platform['demo']> {
  return withStore(environment, async ({ database }) => {
    await database.search('INSERT INTO parties (id) VALUES ($1)', [PARTY_ID]);
    const text = `INSERT INTO shops SELECT made.* FROM shops s
      CROSS JOIN LATERAL jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'party_id', $2::text)) made
      WHERE s.id = $3`;
    await database.search(text, [SHOP_ID, PARTY_ID, demo.shopID]);
    const { secret: apiKey } = await createApiKey(database, { partyID: PARTY_ID, name: 'bench' });
    return { ...demo, partyID: PARTY_ID, shopID: SHOP_ID, apiKey };
  });
}
