import { randomBytes } from 'node:crypto';
import { signToken } from '../security/signed-token';
import { readKeyRing } from '../security/key-ring';
import { ask, everyOperation, startAttackedApi, type AttackedApi } from '../tests/harness/attacked-api';
import { readBalance, WALLET } from '../tests/harness/factories/wallet';

/*
 * API1 of the OWASP API Security Top 10 (2023) for grants: every operation that accepts grants, by the owner and by another
 * party, with every kind of invalid grant.
 */

let api: AttackedApi;

beforeAll(async () => {
  api = await startAttackedApi();
});

afterAll(() => api?.stop());

const named = Object.fromEntries(everyOperation);
const ABSENT = 'no-such-thing';
const CASH = { amount: 1_000, currency: 'RUB' };
const TIME = { past: '2020-01-01T00:00:00Z', future: '2100-01-01T00:00:00Z' };

type Kind = 'wallet' | 'destination';
type Side = 'own' | 'foreign';
const place = (kind: Kind) => `${kind}Grant`;
const getId = (side: Side, kind: Kind) => api.values[side][`${kind}ID`] ?? '';

const inToken = ({ amount, currency }: typeof CASH) => ({ amount: String(amount), currency });

/** A grant by the foreign party for its own entity, with overrides. */
function granted(kind: Kind, over: object = {}, { as = kind, keys = api.signingKeys } = {}): Promise<string> {
  const payload = {
    ...{ version: 1, kind, grantID: randomBytes(8).toString('hex'), ownerPartyID: api.foreign.partyID },
    ...{ validUntil: TIME.future, [`${kind}ID`]: getId('foreign', kind), asset: CASH },
    ...over,
  };
  return signToken(payload, `${as}-grant`, keys);
}

/** A grant that the API created for the caller's own entity. */
async function givenByCaller(kind: Kind): Promise<string> {
  const path = `${WALLET}/${kind}s/${getId('own', kind)}/grants`;
  return (await api.own.merchant.post(path, { asset: CASH, validUntil: TIME.future })).body.token;
}

/** @param asked the requested id, which the grant names unless its id is the error */
type Wrong = (kind: Kind, asked: string) => Promise<string> | string;

const WRONG: [string, Wrong][] = [
  ['of another thing of the same owner', (kind) => granted(kind, { [`${kind}ID`]: api.values.foreign['receiver'] })],
  ['of the caller’s own thing', givenByCaller],
  ['that is over', (kind, asked) => granted(kind, { [`${kind}ID`]: asked, validUntil: TIME.past })],
  [
    'of the other kind',
    (kind, asked) => granted(kind === 'wallet' ? 'destination' : 'wallet', { [`${kind}ID`]: asked }),
  ],
  ['of another version', (kind, asked) => granted(kind, { [`${kind}ID`]: asked, version: 2 })],
  [
    'with a foreign signature',
    (kind, asked) =>
      granted(kind, { [`${kind}ID`]: asked }, { as: kind, keys: readKeyRing(randomBytes(32).toString('base64')) }),
  ],
  ['that is a token of an invoice', () => api.token({ kind: 'invoice', id: 'x', ...api.own })],
  ['that is nothing', () => 'nothing'],
];

/** The bodies of operations that accept grants, by wallet and destination. */
const OPERATIONS: [string, (between: Record<Kind, string>) => object][] = [
  ['createWithdrawal', (between) => ({ ...between, body: CASH })],
  [
    'createQuote',
    ({ wallet, destination }) => ({
      ...{ walletID: wallet, destinationID: destination, cash: CASH },
      ...{ currencyFrom: 'RUB', currencyTo: 'RUB' },
    }),
  ],
];

const CALLERS: [string, Side][] = [
  ['another party', 'own'],
  ['the owner himself', 'foreign'],
];

interface Shown {
  operation: string;
  caller: Side;
  kind: Kind;
  id: string;
  grant: string;
  cash?: object;
}

async function show({ operation, caller, kind, id, grant, cash = {} }: Shown) {
  const one = named[`wallets ${operation}`];
  const bodyOf = OPERATIONS.find(([name]) => name === operation)?.[1];
  if (!one || !bodyOf) throw new Error(`there is no ${operation}`);
  const others = { wallet: getId(caller, 'wallet'), destination: getId(caller, 'destination') };
  const body = { ...bodyOf({ ...others, [kind]: id }), [place(kind)]: grant, ...cash };
  return ask(api, one, { token: api[caller].apiKey, body });
}

const matrix = OPERATIONS.flatMap(([operation]) =>
  (['wallet', 'destination'] as const).flatMap((kind) =>
    CALLERS.flatMap(([who, caller]) =>
      WRONG.map(([what, wrong]) => ({ operation, kind, who, caller, what, wrong, place: place(kind) })),
    ),
  ),
);

test.each(matrix)(
  '$operation by $who: a $place $what opens nothing, and tells nothing of what exists',
  async ({ operation, kind, caller, wrong }) => {
    const as = async (id: string) => show({ operation, caller, kind, id, grant: await wrong(kind, id) });
    const [theirs, none] = [await as(getId('foreign', kind)), await as(ABSENT)];
    expect(theirs).toMatchObject({ status: 400, body: { errorType: 'InvalidToken', name: place(kind) } });
    expect([none.status, none.body]).toEqual([theirs.status, theirs.body]);
  },
);

test.each(OPERATIONS.map(([operation]) => operation))(
  '%s: a grant is limited to its amount and currency',
  async (operation) => {
    const [id, kind, caller] = [getId('foreign', 'wallet'), 'wallet', 'own'] as const;
    for (const asset of [
      { ...CASH, amount: CASH.amount - 1 },
      { ...CASH, currency: 'USD' },
    ]) {
      const { status, body } = await show({
        operation,
        caller,
        kind,
        id,
        grant: await granted(kind, { asset: inToken(asset) }),
      });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ errorType: 'InvalidToken', name: 'walletGrant' }),
      ]);
    }
  },
);

test.each(OPERATIONS.map(([operation]) => operation))(
  '%s: a grant for one entity is not valid for another of the same party',
  async (operation) => {
    const [wallet, destination] = [getId('foreign', 'wallet'), getId('foreign', 'destination')];
    const walletGrant = await granted('wallet');
    const both = { wallet, destination, walletID: wallet, destinationID: destination };
    const [theirs, none] = [both, { ...both, destination: ABSENT, destinationID: ABSENT }].map(async (cash) =>
      show({ operation, caller: 'own', kind: 'wallet', id: wallet, grant: walletGrant, cash }),
    );
    expect((await theirs)?.status).toBe(422);
    expect((await none)?.body).toEqual((await theirs)?.body);
  },
);

test('invalid grants move no money, and a valid grant moves it once', async () => {
  const wallet = getId('foreign', 'wallet');
  const before = await readBalance(api.foreign.merchant, wallet);
  for (const [operation] of [...OPERATIONS].reverse()) {
    const grant = await granted('wallet', { grantID: 'the-one' });
    const answer = await show({ operation, caller: 'own', kind: 'wallet', id: wallet, grant });
    expect([operation, answer.status]).toEqual([operation, 202]);
  }
  const again = await granted('wallet', { grantID: 'the-one' });
  const answer = await show({ operation: 'createWithdrawal', caller: 'own', kind: 'wallet', id: wallet, grant: again });
  expect([answer.status, answer.body.errorType]).toEqual([400, 'InvalidToken']);
  const [, held = 0] = before;
  expect((await readBalance(api.foreign.merchant, wallet))[1]).toBe(held - CASH.amount);
  expect(before[0]).toBe((await readBalance(api.foreign.merchant, wallet))[0]);
});
