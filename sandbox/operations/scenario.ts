import type { SandboxKeys } from '../keys';
import { CONSENT_WALLET } from '../test-tools';
import { findTestCard, UNKNOWN_CARD_FAILURE, type TestCard } from '../test-cards';
import {
  TEST_CRYPTO_CURRENCIES,
  TEST_DIGITAL_WALLETS,
  TEST_PHONES,
  TEST_TERMINALS,
  UNKNOWN_TOOL_FAILURE,
  type PlannedInteraction,
} from '../test-tools';
import type { SandboxPaymentTool, SandboxPayOutRequest } from './request';

/** The planned course of an operation, derived from its tool and stored without secrets. */
export interface Scenario {
  name: string;
  /** The masked tool. */
  mask: string;
  /** The interaction that precedes the result. */
  interaction?: PlannedInteraction;
  /** Decisions are ignored until the interaction expires. */
  isNeverCompleted?: true;
  /** The failure path; approved if absent. */
  failure?: string;
}

/** A scenario with the keyed hash of its tool. */
export interface RecognisedTool {
  scenario: Scenario;
  hash: Buffer;
}

export function recogniseTool(
  tool: SandboxPaymentTool,
  keys: SandboxKeys,
  threeDSecure?: 'exempt' | 'ask' | 'force',
): RecognisedTool {
  switch (tool.type) {
    case 'card':
      return {
        scenario: confirmAsAsked(cardScenario(tool.cardNumber), threeDSecure),
        hash: keys.hashTool(tool.cardNumber),
      };
    case 'recurrentToken':
      return { scenario: recurrentScenario(tool.recurrentToken, keys), hash: keys.hashTool(tool.recurrentToken) };
    case 'tokenizedCard': {
      const token = tool.provider === 'SamsungPay' ? tool.referenceID : tool.paymentToken;
      return { scenario: tokenizedScenario(tool.provider, token), hash: keys.hashTool(token) };
    }
    case 'paymentTerminal':
      return { scenario: terminalScenario(tool.provider), hash: keys.hashTool(tool.provider) };
    case 'digitalWallet':
      return { scenario: digitalWalletScenario(tool.id), hash: keys.hashTool(`${tool.provider}\n${tool.id}`) };
    case 'cryptoWallet':
      return { scenario: cryptoScenario(tool.cryptoCurrency), hash: keys.hashTool(tool.cryptoCurrency) };
    case 'mobileCommerce':
      return { scenario: phoneScenario(tool), hash: keys.hashTool(`+${tool.cc}${tool.ctn}`) };
  }
}

function cardScenario(pan: string): Scenario {
  const card = findTestCard(pan);
  const mask = maskCard(pan);
  if (!card || card.tokenProvider) return { name: 'card.notInTable', mask, failure: UNKNOWN_CARD_FAILURE };
  return { name: `card.${card.kind}`, mask, ...getResult(card), ...getConfirmation(card) };
}

/** An exempted card is not confirmed, any card is if it is forced, and its issuer decides if it is asked. */
function confirmAsAsked(scenario: Scenario, asked: 'exempt' | 'ask' | 'force' | undefined): Scenario {
  const { interaction, isNeverCompleted: _, ...unconfirmed } = scenario;
  if (asked === 'exempt') return unconfirmed;
  if (asked !== 'force' || interaction) return scenario;
  return { ...scenario, interaction: { type: 'threeDSecure', version: '2.0', request: 'post' } };
}

function getResult(card: TestCard): Pick<Scenario, 'failure'> {
  return card.outcome.approved ? {} : { failure: card.outcome.failure };
}

function getConfirmation({ threeDSecure }: TestCard): Pick<Scenario, 'interaction' | 'isNeverCompleted'> {
  if (!threeDSecure) return {};
  const { version, request, result } = threeDSecure;
  return {
    interaction: { type: 'threeDSecure', version, request },
    ...(result === 'timeout' && { isNeverCompleted: true }),
  };
}

function tokenizedScenario(provider: string, token: string): Scenario {
  const card = findCardInside(token);
  const name = `tokenizedCard.${provider}`;
  if (!card || (card.tokenProvider ?? provider) !== provider || card.threeDSecure) {
    return { name: `${name}.notInTable`, mask: '****', failure: UNKNOWN_CARD_FAILURE };
  }
  return { name: `${name}.${card.kind}`, mask: maskCard(card.pan), ...getResult(card) };
}

/** Real acquirers decrypt a wallet's token; here it contains a test card's number, plain or in base64. */
function findCardInside(token: string): TestCard | undefined {
  const texts = [token, Buffer.from(token, 'base64').toString('latin1')];
  const numbers = texts.flatMap((text) => text.match(/\d{12,19}/g) ?? []);
  return numbers.map(findTestCard).find((card) => card !== undefined);
}

function terminalScenario(provider: string): Scenario {
  const terminal = TEST_TERMINALS.find((row) => row.provider === provider);
  const name = 'paymentTerminal';
  return terminal
    ? { name: `${name}.${provider}`, mask: provider, interaction: terminal.interaction }
    : { name: `${name}.notInTable`, mask: '****', failure: UNKNOWN_TOOL_FAILURE };
}

function digitalWalletScenario(id: string): Scenario {
  const wallet = TEST_DIGITAL_WALLETS.find((row) => row.id === id);
  return {
    name: `digitalWallet.${wallet ? id : 'other'}`,
    mask: `****${id.length > 8 ? id.slice(-4) : ''}`,
    ...(wallet?.interaction && { interaction: wallet.interaction }),
    ...(wallet?.failure && { failure: wallet.failure }),
  };
}

function cryptoScenario(currency: string): Scenario {
  const found = TEST_CRYPTO_CURRENCIES.find((row) => [row.cryptoCurrency, row.symbolicCode].includes(currency));
  if (!found) return { name: 'cryptoWallet.notInTable', mask: '****', failure: UNKNOWN_TOOL_FAILURE };
  const { symbolicCode, pricePerCoin } = found;
  return {
    name: `cryptoWallet.${symbolicCode}`,
    mask: symbolicCode,
    interaction: { type: 'cryptoTransfer', symbolicCode, pricePerCoin },
  };
}

function phoneScenario({ cc, ctn }: { cc: string; ctn: string }): Scenario {
  const mask = `+${cc}******${ctn.slice(-4)}`;
  const phone = TEST_PHONES.find((row) => row.cc === cc && row.ctn === ctn);
  if (!phone) return { name: 'mobileCommerce.notInTable', mask, failure: 'authorization_failed:account_not_found' };
  const name = `mobileCommerce.${phone.operator}`;
  return phone.failure ? { name, mask, failure: phone.failure } : { name, mask };
}

function recurrentScenario(token: string, keys: SandboxKeys): Scenario {
  const mask = keys.read(token)?.split('\n')[1];
  return mask
    ? { name: 'recurrentToken', mask }
    : { name: 'recurrentToken.notOurs', mask: '****', failure: UNKNOWN_TOOL_FAILURE };
}

/** Creates a recurrent token: the signed operation id and mask. */
export function createRecurrentToken(operation: { operationID: string; mask: string }, keys: SandboxKeys): string {
  return keys.sign(`${operation.operationID}\n${operation.mask}`);
}

/** Determines the scenario of a payout. Only cards can fail; other destinations fail by amount. */
export function recogniseDestination(
  destination: SandboxPayOutRequest['destination'],
  keys: SandboxKeys,
): RecognisedTool {
  const { cardNumber } = destination;
  if (typeof cardNumber !== 'string') {
    const { type } = destination;
    const consent = destination['id'] === CONSENT_WALLET && { interaction: { type: 'consent' as const } };
    return {
      scenario: { name: `destination.${type}`, mask: type, ...consent },
      hash: keys.hashTool(JSON.stringify(destination)),
    };
  }
  const card = findTestCard(cardNumber);
  const failure = card?.isPayoutCard ? payOutFailure(card) : 'InvalidReceiverResource';
  return {
    scenario: {
      name: `payOutCard.${card?.isPayoutCard ? card.kind : 'notInTable'}`,
      mask: maskCard(cardNumber),
      ...(failure && { failure }),
    },
    hash: keys.hashTool(cardNumber),
  };
}

/** Returns the failure of a payout to a card, if any. */
export function payOutFailure(card: TestCard): string | undefined {
  switch (card.kind) {
    case 'invalidCard':
    case 'expiredCard':
      return 'InvalidReceiverResource';
    case 'unknownFailure':
      return 'RejectedByIssuer';
    case 'insufficientFunds':
      return 'InsufficientFunds';
    default:
      return undefined;
  }
}

function maskCard(pan: string): string {
  return `${pan.slice(0, 6)}${'*'.repeat(pan.length - 10)}${pan.slice(-4)}`;
}
