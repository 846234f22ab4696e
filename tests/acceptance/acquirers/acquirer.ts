/** What an acquirer holds of a payment, in minor units. */
interface HeldAtAcquirer {
  captured: number;
  refunded: number;
  isReleased: boolean;
}

/** An account with a stand-in of its own, as a test sees it. */
export interface TestAccount {
  id: string;
  connector: 'yookassa' | 'adyen';
  credentials: object;
  settings: object;
  cards: { approved: string; interaction: string };
  /** The credentials that requests had, each once. */
  readCredentials(): string[];
  expectedCredentials: string[];
  problems(): string[];
  /** Undefined for a payment that is not known. */
  find(operationID: string): HeldAtAcquirer | undefined;
  /** The payer confirms; the acquirer calls back to the account's address. */
  confirm(operationID: string): Promise<void>;
  /** Sends a callback about an operation to an address. @returns the status */
  callBack(url: string, operationID: string): Promise<number>;
  /** Payouts of an operation, in minor units. */
  listPayouts(operationID: string): number[];
  settlePayout(operationID: string): void;
  stop(): Promise<void>;
}

export async function postJson(url: string, body: Buffer | object): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}
