import { generateKeyPairSync } from 'node:crypto';
import { MemoryBook } from '../testing/memory-book';
import type { AuthoriseRequest } from '../connector';
import { LocalCards } from '../testing/local-cards';
import { createTBankCallbacks } from './tbank-callbacks';
import { tbankToken } from './tbank-token';
import { isCardKey, TBANK_CARDS } from './tbank.cards';
import { TBankConnector } from './tbank.connector';
import { CARD_KEY, readCardData, TBANK_TEST_CARDS } from './testing/card-data';
import { TBankStandIn } from './testing/tbank-stand-in';

const standIn = new TBankStandIn();
const book = new MemoryBook();
const cards = new LocalCards('tbank');
const callbacks = createTBankCallbacks(standIn.terminal);
let connector: TBankConnector;

beforeAll(async () => {
  const url = await standIn.start();
  connector = cards.around(
    new TBankConnector({ terminal: standIn.terminal, cardKey: CARD_KEY, isTest: true, url, book }),
  );
});
afterAll(() => Promise.all([standIn.stop(), cards.close()]));

const BROWSER = {
  ...{ userAgent: 'Browser/1', acceptHeader: 'text/html', language: 'ru-RU', colorDepth: 30 },
  ...{ screenWidth: 1_920, screenHeight: 1_080, timeZoneOffset: -180 },
};
let count = 0;
const authorise = (cardNumber: string, change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
  operationID: `payment/CARD${(count += 1)}.1/authorise`,
  ...{ timeoutMs: 5_000, amount: 100_050n, currency: 'RUB', makeRecurrent: false },
  paymentTool: { type: 'card', cardNumber, expDate: '12/29', cvv: '123', cardHolder: 'IVAN PETROV' },
  callbackUrl: 'https://pay.example.com/callbacks/tbank/tbank',
  ...{ merchantName: 'Shop', description: 'Order 1', ...change },
});
const lookUp = ({ operationID }: AuthoriseRequest) =>
  connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
const sent = (method: string) => standIn.calls.filter((call) => call.method === method).map(({ body }) => body);
const session = ({ operationID }: AuthoriseRequest) =>
  standIn.get(book.notices.get(`page/${operationID}`)?.connectorReference);

/** The form that the payer's browser sends to the card's bank. */
async function challenged(request: AuthoriseRequest) {
  const outcome = await connector.authorise(request);
  if (outcome.kind !== 'interactionRequired' || outcome.interaction.interactionType !== 'Redirect') throw new Error();
  const { request: page } = outcome.interaction;
  if (page.requestType !== 'BrowserPostRequest') throw new Error();
  return { page: page.uriTemplate, form: Object.fromEntries(page.form.map(({ key, template }) => [key, template])) };
}

async function comeBack(address: string, form: Record<string, string>): Promise<string | undefined> {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const read = callbacks.readReturn?.(new URL(address).searchParams, body);
  if (read) await book.record([read.notice]);
  return read?.operationID;
}

test('the bank gets one encrypted card, under a token over it, and neither the key nor the password', async () => {
  const request = authorise(TBANK_TEST_CARDS.approved);
  expect(await connector.authorise(request)).toMatchObject({ kind: 'approved', stated: { state: 'held' } });
  const [body = {}] = sent('FinishAuthorize').slice(-1);
  expect(Object.keys(body).sort()).toEqual(['CardData', 'PaymentId', 'TerminalKey', 'Token']);
  const { CardData, Token } = body;
  expect(readCardData(CardData)).toEqual({
    ...{ PAN: TBANK_TEST_CARDS.approved, ExpDate: '1229', CardHolder: 'IVAN PETROV', CVV: '123' },
  });
  expect(Token).not.toBe(tbankToken({ ...body, CardData: 'other' }, standIn.terminal.password));
  expect(JSON.stringify([standIn.calls, [...book.notices.values()]], String)).not.toContain(TBANK_TEST_CARDS.approved);
});

test('no value of a card adds another, and the longest fits into the key', () => {
  const seal = TBANK_CARDS.requests[0]?.seal;
  const cardHolder = '√'.repeat(200);
  for (const CardHolder of ['IVAN;PAN=4111111111111111;CVV=1', cardHolder]) {
    const CardData = { PAN: '4300000000000000777', ExpDate: '1229', CVV: '1234', CardHolder, Extra: 'x' };
    const sealed = seal?.({ PaymentId: '1', CardData, CardKey: CARD_KEY }, 'terminal:pass:word') ?? {};
    const { CardHolder: holder = '', ...read } = readCardData(sealed['CardData']) ?? {};
    expect(read).toEqual({ PAN: '4300000000000000777', ExpDate: '1229', CVV: '1234' });
    expect(holder).toBe(CardHolder === cardHolder ? '√'.repeat(45) : 'IVAN PAN 4111111111111111 CVV 1');
    expect(sealed['Token']).toBe(tbankToken(sealed, 'pass:word'));
  }
});

test('a key that is short, of another kind or none is refused', () => {
  const spki = { format: 'der', type: 'spki' } as const;
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export(spki).toString('base64');
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(spki).toString('base64');
  for (const key of [short, curve, '', 'AAAA', CARD_KEY.slice(4)]) {
    expect(isCardKey(key)).toBe(false);
    const card = { CardData: { PAN: '4300000000000777' }, CardKey: key };
    expect(() => TBANK_CARDS.requests[0]?.seal?.(card, 'terminal:password')).toThrow(/^the key/);
  }
  expect(isCardKey(CARD_KEY)).toBe(true);
});

test('requests of a payment at once send the card to one session', async () => {
  standIn.refusesRepeatedOrders = false;
  const request = authorise(TBANK_TEST_CARDS.approved);
  const outcomes = await Promise.all([connector.authorise(request), connector.authorise(request)]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'approved' });
  const held = standIn.sessions.filter(({ OrderId, effects }) => OrderId === `CARD${count}.1` && effects.held > 0);
  expect(held).toHaveLength(1);
});

test('a payer of 3-D Secure 1 comes back with a form, whose result the bank checks', async () => {
  for (const [PaRes, kind] of [['confirmed', 'approved'] as const, ['denied', 'declined'] as const]) {
    const request = authorise(TBANK_TEST_CARDS.interaction);
    const { page, form } = await challenged(request);
    expect(page).toBe(`https://acs.example/${session(request).PaymentId}`);
    const { MD = '', TermUrl = '' } = form;
    expect(form).toEqual({ MD, TermUrl, PaReq: expect.any(String) as string });
    expect(TermUrl.length).toBeLessThanOrEqual(100);
    expect(await lookUp(request)).toMatchObject({ kind: 'interactionRequired' });
    for (const change of [{ o: 'CARD0.1' }, { s: 'A'.repeat(16) }, { s: '' }]) {
      const forged = new URL(TermUrl);
      for (const [name, value] of Object.entries(change)) forged.searchParams.set(name, value);
      expect(await comeBack(forged.href, { MD, PaRes })).toBeUndefined();
    }
    expect(await comeBack(TermUrl, {})).toBeUndefined();
    expect(await comeBack(TermUrl, { MD, PaRes })).toBe(request.operationID);
    expect(await lookUp(request)).toMatchObject({ kind });
    expect(await lookUp(request)).toMatchObject({ kind });
  }
});

test('3-D Secure 2 gets the payer’s browser and address, and only the bank has its result', async () => {
  const request = authorise(TBANK_TEST_CARDS.interaction, { browser: BROWSER, payer: { ip: '2a00:1fa1::51:838b' } });
  const { form } = await challenged(request);
  const [{ DATA, IP } = {}] = sent('FinishAuthorize').slice(-1);
  expect(IP).toBe('2a00:1fa1:0000:0000:0000:0000:0051:838b');
  const { cresCallbackUrl = '', ...device } = DATA as Record<string, string>;
  expect(device).toEqual({
    ...{ threeDSCompInd: 'U', language: 'ru-RU', timezone: '-180', javaEnabled: 'false', colorDepth: '24' },
    ...{ screen_width: '1920', screen_height: '1080' },
  });
  expect(Object.keys(form)).toEqual(['creq']);
  expect(JSON.parse(Buffer.from(form['creq'] ?? '', 'base64').toString())).toEqual({
    ...{ threeDSServerTransID: 'd7171a06', acsTransID: 'e176d5d3', challengeWindowSize: '05' },
    ...{ messageType: 'CReq', messageVersion: '2.1.0' },
  });
  session(request).isAuthenticated = true;
  expect(await comeBack(cresCallbackUrl, { cres: 'e30' })).toBe(request.operationID);
  expect(await lookUp(request)).toMatchObject({ kind: 'approved' });
  expect(sent('Submit3DSAuthorizationV2').at(-1)).not.toHaveProperty('cres');
});

test('a result of another payment decides nothing, and a void of a confirmed one releases its hold', async () => {
  const other = authorise(TBANK_TEST_CARDS.interaction);
  const { form: foreign } = await challenged(other);
  const request = authorise(TBANK_TEST_CARDS.interaction);
  const { form } = await challenged(request);
  await comeBack(form['TermUrl'] ?? '', { MD: foreign['MD'] ?? '', PaRes: 'confirmed' });
  expect(await lookUp(request)).toMatchObject({ kind: 'interactionRequired' });
  await comeBack(foreign['TermUrl'] ?? '', { MD: foreign['MD'] ?? '', PaRes: 'confirmed' });
  const { operationID } = other;
  const authorisation = { kind: 'authorise', operationID } as const;
  const release = { operationID: operationID.replace('authorise', 'void'), timeoutMs: 5_000, authorisation };
  expect(await connector.void(release)).toMatchObject({ kind: 'approved' });
  expect(session(other)).toMatchObject({ Status: 'REVERSED', effects: { held: 100_050, released: 100_050 } });
});

test('a payer who was never shown the page of the card’s bank cannot confirm', async () => {
  const request = authorise(TBANK_TEST_CARDS.interaction);
  expect(await standIn.losingResponses(() => connector.authorise(request))).toEqual({ kind: 'unknown' });
  expect(await lookUp(request)).toMatchObject({ kind: 'declined' });
  expect(await connector.authorise(request)).toMatchObject({ kind: 'declined' });
});
