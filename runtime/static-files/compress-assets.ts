import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const TEXT = /\.(js|css|json|svg|txt|xml|md)$/;
/**
 * Files above this size are compressed at a lower quality: the highest takes seconds per megabyte and saves a few per cent.
 */
const LARGE = 300_000;

export async function compressAssets(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(files.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))));
}

async function compress(path: string): Promise<void> {
  const data = await readFile(path);
  const quality = data.length > LARGE ? 9 : 11;
  const [br, gz] = await Promise.all([
    brotli(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    }),
    deflate(data, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
