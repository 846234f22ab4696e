import type { Payload } from '@temporalio/common';
import { z } from 'zod';

/* Payloads in protobuf's JSON form (Temporal's codec protocol): data and metadata values are base64. */

const bytes = z.base64().or(z.base64url());
const payload = z.object({
  metadata: z.record(z.string(), bytes).nullish(),
  data: bytes.nullish(),
});
const body = z.object({ payloads: z.array(payload).default([]) });

/** The request body is not a list of payloads. */
export class NotPayloads extends Error {
  override readonly name = 'NotPayloads';
}

/** @throws NotPayloads */
export function readPayloads(text: string): Payload[] {
  return parseBody(text).payloads.map(({ metadata, data }) => ({
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, fromBase64(value)])),
    data: fromBase64(data ?? ''),
  }));
}

function parseBody(text: string): z.output<typeof body> {
  try {
    return body.parse(JSON.parse(text));
  } catch {
    throw new NotPayloads('the body must be {"payloads": [{"metadata": {…}, "data": "…"}]}, with base64 for bytes');
  }
}

export function writePayloads(payloads: readonly Payload[]): string {
  return JSON.stringify({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
      data: base64(data ?? new Uint8Array()),
    })),
  });
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');
const base64 = (value: Uint8Array): string => Buffer.from(value).toString('base64');
