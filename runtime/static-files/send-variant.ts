import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

export interface Variants {
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  type: string;
  etag: string;
}

/** Compresses a page that is sent many times. */
export function compressPage(identity: Buffer): Variants {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`;
  const [br, gzip] = [brotliCompressSync(identity), gzipSync(identity, { level: 9 })];
  return { identity, br, gzip, type: 'text/html; charset=utf-8', etag };
}

/** Sends a body in the best encoding that the client accepts, or 304 when its ETag matches. */
export function sendVariant(input: { request: Request; response: Response; variant: Variants; status?: number }): void {
  const { request, response, variant, status = 200 } = input;
  const encoding = (['br', 'gzip'] as const).find((name) => variant[name] && request.acceptsEncodings(name));
  const body = (encoding && variant[encoding]) ?? variant.identity;
  // Each encoding is a separate representation and needs its own ETag.
  const etag = encoding ? variant.etag.replace(/"$/, `-${encoding}"`) : variant.etag;
  response.status(status).set({ 'Content-Type': variant.type, ETag: etag });
  response.vary('Accept-Encoding');
  if (status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  if (encoding) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}
