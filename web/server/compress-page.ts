import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Variants } from '../../runtime/static-files/send-variant';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export interface CompressedPage extends Required<Variants> {
  status: number;
  headers: [name: string, value: string][];
}

/** `quality` as in brotli and gzip. */
export async function compressPage(answer: Response, quality: number): Promise<CompressedPage> {
  const identity = Buffer.from(await answer.arrayBuffer());
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([brotli(identity, { params }), deflate(identity, { level: quality })]);
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type') ?? 'text/html; charset=utf-8',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
    headers: [...answer.headers].filter(([name]) => name !== 'content-type'),
    identity,
    br,
    gzip: gz,
  };
}
