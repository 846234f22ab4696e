import { z } from 'zod';
import { parseJson } from '../acquirer-http';
import type { CallbackReader, CallbackResponse } from '../callback';
import type { Terminal } from './tbank-client';
import { fromOrderID } from './order-id';
import { returnReader } from './tbank-return';
import { hasToken } from './tbank-token';

/** Another answer is repeated by the bank every hour for a day. */
const ACCEPTED: CallbackResponse = { status: 200, contentType: 'text/plain', body: 'OK' };

const notification = z.looseObject({ TerminalKey: z.string(), OrderId: z.string().max(50), Token: z.string() });

/** Reads notifications of one terminal, signed by their token; each only triggers a look-up. */
export function createTBankCallbacks({ key, password }: Terminal): CallbackReader {
  return {
    readReturn: returnReader(password),
    read({ body }) {
      const { data } = notification.safeParse(parseJson(body.toString('utf8')));
      if (!data) return { kind: 'unreadable' };
      if (data.TerminalKey !== key || !hasToken(data, password)) return { kind: 'refused' };
      const operationID = fromOrderID(data.OrderId);
      return { kind: 'read', response: ACCEPTED, ...(operationID !== undefined && { operationID }) };
    },
  };
}
