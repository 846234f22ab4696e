import { setTimeout as sleep } from 'node:timers/promises';
import { describeConnector, type ConnectorUnderTest, type Effects } from '../conformance';
import type { AuthorisationReference } from '../connector';
import { beginRun } from '../testing/connector-under-test';
import { LosingProxy } from '../testing/losing-proxy';
import { patientConnector } from '../testing/patient-connector';
import { where } from '../../tests/harness/where';
import { CHECKOUT_URL } from './adyen.kind';
import { createAdyenCallbacks } from './adyen-callbacks';
import { createAdyenConnector } from './adyen.connector';
import { readStatements } from './adyen-notices';
import { MemoryBook } from '../testing/memory-book';
import { receive } from './testing/test-environment';

/*
 * Conformance against Adyen's own test environment, with the account of an operator (docs/connectors/adyen.md). Without an
 * account it is skipped.
 */

const { ADYEN_API_KEY: apiKey, ADYEN_MERCHANT_ACCOUNT: merchantAccount, ADYEN_HMAC_KEY: key } = process.env;
const { ADYEN_CHECKOUT_URL: target = CHECKOUT_URL, ADYEN_WEBHOOK_PORT: port = '8099' } = process.env;

/** How long the test environment may take for a webhook. */
const WEBHOOK_MS = Number(process.env['ADYEN_WEBHOOK_MS'] ?? 60_000);
/** How long the operator may take to confirm in a browser. */
const CONFIRMATION_MS = 180_000;

/** Cards of Adyen's documentation; a card holder's name can name a refusal. */
const CARD = { type: 'card', cardNumber: '4111111111111111', expDate: '03/30', cvv: '737' } as const;
const REFUSED = { ...CARD, cardNumber: '4000020000000000', cardHolder: 'NOT_ENOUGH_BALANCE' } as const;
const AUTHENTICATED = { ...CARD, cardNumber: '5454545454545454' } as const;

async function start(account: {
  apiKey: string;
  merchantAccount: string;
  hmacKey: Buffer;
}): Promise<ConnectorUnderTest> {
  beginRun(`R${Date.now().toString(36)}N`);
  const book = new MemoryBook();
  const server = await receive(createAdyenCallbacks(account), book, Number(port));
  const proxy = new LosingProxy(target);
  const connectorAt = (url: string) => createAdyenConnector({ ...account, book, url });
  const connector = connectorAt(await proxy.start());
  const callbackUrl = `http://127.0.0.1:${port}/callbacks/adyen`;
  const returning = {
    ...connector,
    authorise: (request: Parameters<typeof connector.authorise>[0]) => connector.authorise({ ...request, callbackUrl }),
  };
  return {
    connector: patientConnector(returning, WEBHOOK_MS),
    connectorAt,
    currency: 'EUR',
    approvedTool: CARD,
    declinedTool: REFUSED,
    interactionTool: AUTHENTICATED,
    loseAnswer: (work) => proxy.losingResponses(work),
    finishInteraction: (authorisation) => confirm(book, authorisation),
    readEffects: (authorisation) => readEffects(book, authorisation),
    stop: async () => {
      proxy.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Asks the operator to confirm the payment in a browser. */
async function confirm(book: MemoryBook, authorisation: AuthorisationReference): Promise<void> {
  const page = (await readStatements(book, authorisation)).own('redirect')?.details['interaction'] ?? '';
  process.stderr.write(`\nConfirm this payment in a browser:\n${page}\n`);
  for (const end = Date.now() + CONFIRMATION_MS; Date.now() < end; await sleep(500)) {
    if ((await readStatements(book, authorisation)).own('returned')) return;
  }
  throw new Error('the payment was not confirmed in time');
}

/** The effects that Adyen has stated; the result of the authorisation is awaited. */
async function readEffects(book: MemoryBook, authorisation: AuthorisationReference): Promise<Effects> {
  const isStated = async () => {
    const { authorised, refused } = await readStatements(book, authorisation);
    return authorised !== undefined || refused !== undefined;
  };
  for (const end = Date.now() + WEBHOOK_MS / 4; !(await isStated()) && Date.now() < end;) await sleep(50);
  const { authorised, pspReference } = await readStatements(book, authorisation);
  const stated = [...book.notices.values()].filter(
    (notice) => notice.isSuccess && notice.originalReference === pspReference,
  );
  const sum = (...events: string[]) =>
    stated.filter(({ event }) => events.includes(event)).reduce((total, { amount = 0n }) => total + amount, 0n);
  const isReleased = stated.some(({ event }) => event === 'CANCELLATION' || event === 'TECHNICAL_CANCEL');
  return {
    authorised: authorised?.amount ?? 0n,
    captured: sum('CAPTURE'),
    refunded: sum('REFUND'),
    voided: isReleased ? (authorised?.amount ?? 0n) : 0n,
  };
}

if (apiKey === undefined || merchantAccount === undefined || key === undefined) {
  where(
    test,
    false,
    'ADYEN_API_KEY, ADYEN_MERCHANT_ACCOUNT and ADYEN_HMAC_KEY are not set',
  )('adyen at its test environment', () => undefined);
} else {
  describeConnector('adyen at its test environment', () =>
    start({ apiKey, merchantAccount, hmacKey: Buffer.from(key, 'hex') }),
  );
}
