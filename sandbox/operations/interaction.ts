import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { SandboxKeys } from '../keys';
import type { PlannedInteraction } from '../test-tools';

/** An interaction with the codes that identify its page. */
export interface StartedInteraction {
  interaction: UserInteraction;
  /** The secret part of the page's address. */
  pageToken: string;
  /** The code on a receipt or transfer request, which also identifies the page. */
  payCode?: string;
  expiresAt: Date;
}

export interface InteractionLifetimes {
  redirectMs: number;
  neverCompletedMs: number;
  receiptMs: number;
  transferMs: number;
}

const minute = 60_000;

export const INTERACTION_LIFETIMES: InteractionLifetimes = {
  redirectMs: 15 * minute,
  neverCompletedMs: minute,
  receiptMs: 3 * 24 * 60 * minute,
  transferMs: 60 * minute,
};

interface Start {
  operationID: string;
  amount: bigint;
  planned: PlannedInteraction;
  isNeverCompleted: boolean;
  keys: SandboxKeys;
  /** The public base address of the pages. */
  publicUrl: string;
  lifetimes: InteractionLifetimes;
  now: Date;
}

/** Creates the interaction of a scenario. */
export function startInteraction(start: Start): StartedInteraction {
  const { operationID, planned, keys, publicUrl, lifetimes } = start;
  const pageToken = keys.code('page', operationID, 32);
  const started = (interaction: UserInteraction, lifetimeMs: number, payCode?: string): StartedInteraction => {
    const expiresAt = new Date(start.now.getTime() + lifetimeMs);
    return { interaction, pageToken, expiresAt, ...(payCode !== undefined && { payCode }) };
  };
  const pay = `${publicUrl}/pay/${pageToken}`;
  switch (planned.type) {
    case 'threeDSecure': {
      const lifetimeMs = start.isNeverCompleted ? lifetimes.neverCompletedMs : lifetimes.redirectMs;
      return started(threeDSecure(planned, { publicUrl, pageToken }), lifetimeMs);
    }
    case 'walletPage':
    case 'consent': {
      const request = { requestType: 'BrowserGetRequest' as const, uriTemplate: returningTemplate(pay) };
      return started({ interactionType: 'Redirect', request }, lifetimes.redirectMs);
    }
    case 'qrCode':
      return started({ interactionType: 'QrCodeDisplayRequest', qrCode: pay }, lifetimes.transferMs);
    case 'receipt': {
      const shortPaymentID = keys.code('receipt', operationID, 10);
      const dueDate = new Date(start.now.getTime() + lifetimes.receiptMs).toISOString();
      const receipt = { interactionType: 'PaymentTerminalReceipt' as const, shortPaymentID, dueDate };
      return started(receipt, lifetimes.receiptMs, shortPaymentID);
    }
    case 'cryptoTransfer': {
      const { symbolicCode, pricePerCoin } = planned;
      const cryptoAddress = `sandbox${keys.code('address', operationID, 32)}`;
      const cryptoAmount = toCoins(start.amount, BigInt(pricePerCoin));
      const transfer = { interactionType: 'CryptoCurrencyTransferRequest' as const, symbolicCode, cryptoAmount };
      return started({ ...transfer, cryptoAddress }, lifetimes.transferMs, cryptoAddress);
    }
    case 'apiExtension':
      return started({ interactionType: 'ApiExtensionRequest', apiType: planned.apiType }, lifetimes.transferMs);
  }
}

type Page = { publicUrl: string; pageToken: string };

/** Builds a template that supports RFC 6570 expansion and plain replacement. */
function returningTemplate(page: string): string {
  return `${page}?termination_uri={termination_uri}`;
}

/** The form fields follow the real protocol: a request message and a return address. */
function threeDSecure(
  planned: Extract<PlannedInteraction, { type: 'threeDSecure' }>,
  { publicUrl, pageToken }: Page,
): UserInteraction {
  const page = `${publicUrl}/3ds/${pageToken}`;
  if (planned.request === 'get') {
    const request = { requestType: 'BrowserGetRequest' as const, uriTemplate: returningTemplate(page) };
    return { interactionType: 'Redirect', request };
  }
  const message = planned.version === '1.0' ? 'PaReq' : 'creq';
  const session = planned.version === '1.0' ? 'MD' : 'threeDSSessionData';
  const form = [
    { key: message, template: pageToken },
    { key: session, template: pageToken.slice(0, 12) },
    { key: 'TermUrl', template: '{termination_uri}' },
  ];
  return { interactionType: 'Redirect', request: { requestType: 'BrowserPostRequest', uriTemplate: page, form } };
}

const decimals = 8;

/** Converts hundredths to coins as a decimal fraction, rounded up. */
function toCoins(amount: bigint, pricePerCoin: bigint): string {
  const price = pricePerCoin * 100n;
  const smallest = (amount * 10n ** BigInt(decimals) + price - 1n) / price;
  const digits = smallest.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
