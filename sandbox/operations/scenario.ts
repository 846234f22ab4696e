import type { SandboxKeys } from '../keys';
import { findTestCard, UNKNOWN_CARD_FAILURE, type TestCard } from '../test-cards';
import { CONSENT_WALLET, otherToolScenario, UNKNOWN_TOOL_FAILURE, type Scenario } from '../test-tools';
import type { SandboxPaymentTool, SandboxPayOutRequest } from './request';

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
    default: {
      const { identity, ...scenario } = otherToolScenario(tool);
      return { scenario, hash: keys.hashTool(identity) };
    }
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
