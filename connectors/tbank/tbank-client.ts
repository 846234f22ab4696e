import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { AcquirerHttp, AcquirerRefusal, NoAnswer, parseJson } from '../acquirer-http';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable } from '../connector';
import type { Deadline } from '../deadline';
import { KEY_CODES, UNCERTAIN_CODES } from './tbank-codes';
import { tbankToken } from './tbank-token';
import { tbankAuthorization } from './tbank.cards';

/** A terminal and its password. */
export interface Terminal {
  key: string;
  password: string;
}

const refusalOf = (status: number, code: string) =>
  new AcquirerRefusal(`T-Bank refuses the request with ${code}`, { status, code });

const refusal = z.object({
  Success: z.literal(false),
  ErrorCode: z.union([z.string().regex(/^\w{1,20}$/), z.int()]).transform(String),
});

interface TBankCall {
  method: string;
  /** Sends a card, which the vault encrypts and signs over. */
  cardTransport?: CardTransport | undefined;
  /** The payer's browser, for 3-D Secure 2. */
  browser?: Readonly<Record<string, string>>;
  isForm?: boolean;
}

/** A client of the acquiring API, version 2. All its requests are POSTs signed with a token. */
export class TBankClient {
  private readonly http: AcquirerHttp;
  /** The online register has no version in its address. */
  private readonly register: AcquirerHttp;

  constructor(
    private readonly terminal: Terminal,
    address: { url: string; lookup?: LookupFunction | undefined },
  ) {
    this.http = new AcquirerHttp('T-Bank', address);
    const url = new URL('cashbox', address.url.replace(/\/$/, '')).href;
    this.register = new AcquirerHttp('T-Bank', { ...address, url });
  }

  /** @throws ConnectorUnavailable if the bank certainly did nothing, AcquirerRefusal if it refuses the request, NoAnswer otherwise */
  async call<Answer>(
    call: string | TBankCall,
    fields: Readonly<Record<string, unknown>>,
    schema: z.ZodType<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    const {
      method,
      cardTransport,
      browser,
      isForm = false,
    }: TBankCall = typeof call === 'string' ? { method: call } : call;
    const unsigned = { TerminalKey: this.terminal.key, ...fields };
    const signed = cardTransport ? unsigned : { ...unsigned, Token: tbankToken(unsigned, this.terminal.password) };
    const body = isForm ? new URLSearchParams(signed).toString() : JSON.stringify(signed);
    const headers = {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(cardTransport && { ...browser, authorization: tbankAuthorization(this.terminal) }),
    };
    const sent = { method: 'POST', path: `/${method}`, headers, body, cardTransport } as const;
    const http = method === 'SendClosingReceipt' ? this.register : this.http;
    const { status, text } = await http.send({ ...sent, timeoutMs: deadline.leftMs() });
    if (status === 429) throw new ConnectorUnavailable('T-Bank limits our request rate');
    if (status === 401 || status === 403) throw new ConnectorUnavailable('T-Bank rejects our terminal');
    if (status === 400) throw refusalOf(status, '400');
    if (status !== 200) throw new NoAnswer(`T-Bank answers ${status}`);
    // A declined payment may be shown with `Success: false`.
    if (method !== 'GetState' || !schema.safeParse(parseJson(text)).success) assertSuccess(text);
    return http.read(text, schema);
  }
}

function assertSuccess(text: string): void {
  const { data: refused } = refusal.safeParse(parseJson(text));
  if (!refused) return;
  if (KEY_CODES.has(refused.ErrorCode)) throw new ConnectorUnavailable('T-Bank rejects our terminal');
  if (UNCERTAIN_CODES.has(refused.ErrorCode)) throw new NoAnswer(`T-Bank answers ${refused.ErrorCode}`);
  throw refusalOf(200, refused.ErrorCode);
}
