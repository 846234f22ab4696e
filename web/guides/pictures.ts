import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PictureFile {
  /** The path in the built site; the hash lets browsers keep it for a year. */
  path: string;
  width: number;
  height: number;
  bytes: Buffer;
}

export interface Picture {
  title: string;
  alt: string;
  light: PictureFile;
  dark: PictureFile;
}

/** Reads `pictures/pictures.json` of the content and the two WebP files of each picture. */
export async function readPictures(contentFolder: string): Promise<Record<string, Picture>> {
  const folder = join(contentFolder, 'pictures');
  const list = await readFile(join(folder, 'pictures.json'), 'utf8').catch(() => '{}');
  const named = Object.entries(JSON.parse(list) as Record<string, Pick<Picture, 'title' | 'alt'>>);
  const pictures = named.map(async ([name, texts]) => {
    const [light, dark] = await Promise.all(['light', 'dark'].map((mode) => readPicture(folder, `${name}-${mode}`)));
    return [name, { ...texts, light, dark }] as const;
  });
  return Object.fromEntries((await Promise.all(pictures)) as [string, Picture][]);
}

async function readPicture(folder: string, name: string): Promise<PictureFile> {
  const bytes = await readFile(join(folder, `${name}.webp`));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { path: `assets/${name}-${hash}.webp`, ...readSize(bytes, name), bytes };
}

/** Reads the size of a lossy WebP, whose first chunk is a VP8 key frame or an extended header. */
function readSize(bytes: Buffer, name: string): { width: number; height: number } {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      throw new Error(`content/pictures/${name}.webp is not a lossy WebP`);
  }
}
