import { constants, inflateSync } from 'node:zlib';

/** A document that may be kept, or why not: another type, cut off or broken, or with content that acts when it is opened. */
export type CheckedDocument = { format: 'pdf' | 'jpg' | 'png' } | { problem: 'type' | 'damaged' | 'unsafe' };

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
/** Readers accept what some programs append. */
const MAX_TRAILER_BYTES = 1_024;

/** Decides by the content of a file only: its name and the stated type are the uploader's. */
export function checkDocument(content: Buffer): CheckedDocument {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return checkPdf(content);
  if (startsWith(content, PNG)) return content.subarray(-PNG_END.length).equals(PNG_END) ? { format: 'png' } : DAMAGED;
  if (startsWith(content, JPEG)) return getTrailer(content).includes(JPEG_END) ? { format: 'jpg' } : DAMAGED;
  return { problem: 'type' };
}

const DAMAGED = { problem: 'damaged' } as const;
const UNSAFE = { problem: 'unsafe' } as const;

const startsWith = (content: Buffer, start: Buffer): boolean => content.subarray(0, start.length).equals(start);
const getTrailer = (content: Buffer): Buffer => content.subarray(-MAX_TRAILER_BYTES);

/** Scripts, programs to launch, files inside of the file, forms that send, media players; encryption would hide all of them. */
const ACTIVE =
  /\/(JavaScript|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|ImportData|GoToE|RichMedia(Content)?|Rendition|XFA|Encrypt)(?![A-Za-z0-9_])/;
/** Short names stand before a text, a reference or a dictionary: in compressed bytes they also occur by chance. */
const ACTIVE_SHORT = /\/(JS\s*(\(|<|\d+\s+\d+\s+R)|EF\s*(<<|\d+\s+\d+\s+R))/;

/** What object streams may take when inflated, all together. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

function checkPdf(content: Buffer): CheckedDocument {
  if (!getTrailer(content).includes('%%EOF')) return DAMAGED;
  if (isActive(content)) return UNSAFE;
  let left = MAX_INFLATED_BYTES;
  // Objects may stand in compressed streams too.
  for (const { before, start } of listStreams(content)) {
    const isObjectStream = before.includes('/ObjStm');
    // Readers need its first place even if the type is not stated; outlines have one too.
    if (!isObjectStream && !before.includes('/First')) continue;
    const inflated = inflate(content.subarray(start), left);
    if (inflated === undefined && isObjectStream) return UNSAFE;
    left -= inflated?.length ?? 0;
    if (inflated && isActive(inflated)) return UNSAFE;
  }
  return { format: 'pdf' };
}

function isActive(content: Buffer): boolean {
  const text = readNames(content);
  return ACTIVE.test(text) || ACTIVE_SHORT.test(text);
}

const NUMBER_SIGN = '#'.charCodeAt(0);

/** The text with its encoded names as they are read: `/J#61vaScript` is `/JavaScript`. */
function readNames(content: Buffer): string {
  const read = Buffer.allocUnsafe(content.length);
  let length = 0;
  for (let place = 0; place < content.length; place++) {
    const code = content[place] === NUMBER_SIGN ? content.toString('latin1', place + 1, place + 3) : '';
    const isEncoded = /^[0-9a-f]{2}$/i.test(code);
    read[length++] = isEncoded ? parseInt(code, 16) : (content[place] ?? 0);
    if (isEncoded) place += 2;
  }
  return read.toString('latin1', 0, length);
}

/** The streams of a file, each with what stands between the beginning of the stream before and its own: its dictionary is the last of that. */
function* listStreams(content: Buffer): Generator<{ before: string; start: number }> {
  let end = 0;
  for (const match of content.toString('latin1').matchAll(/>>\s*stream\r?\n/g)) {
    const before = readNames(content.subarray(end, match.index));
    end = match.index + match[0].length;
    yield { before, start: end };
  }
}

/** Undefined if the bytes are not readable, or inflate to more than allowed. */
function inflate(content: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(content, { maxOutputLength: Math.max(1, maxOutputLength), finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
