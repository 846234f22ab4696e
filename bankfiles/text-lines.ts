import { isAscii } from 'node:buffer';
import { limitBytes, refuseFile, type FileSource } from './file-source';

/** Encodings of the text exchange format, by what a file says of itself. */
export const ENCODINGS = { Windows: 'windows-1251', DOS: 'ibm866', 'UTF-8': 'utf-8' } as const;

type Encoding = (typeof ENCODINGS)[keyof typeof ENCODINGS];

const MAX_LINE_BYTES = 64 * 1024;
const KEY_OF_HEADER =
  /^(?:ВерсияФормата|Кодировка|Отправитель|Получатель|Дата(?:Создания|Начала|Конца)|ВремяСоздания|РасчСчет|Документ)=|^СекцияРасчСчет/;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** What no text has: control characters, and bytes without a meaning in their encoding. */
const UNREADABLE = /(?!\t)[\p{Cc}\ufffd]/u;

/**
 * Reads the lines of a file of the text exchange format. Its first key shows in which encoding it is; a file that says
 * another, or has lines in another, is refused.
 * @throws BankFileRefused
 */
export async function* readTextLines(
  source: FileSource,
  maxBytes: number,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let encoding: Encoding | undefined;
  for await (const bytes of splitLines(limitBytes(source, maxBytes))) {
    line += 1;
    const isPlain = isAscii(bytes);
    if (!isPlain) encoding ??= detectEncoding(bytes);
    if (!isPlain && !encoding) throw refuseFile('unknownFormat', { line });
    const text = decode(bytes, encoding ?? 'utf-8');
    const [, declared] = /^Кодировка=(.*)$/.exec(text) ?? [];
    if (declared !== undefined && getEncoding(declared) !== encoding) {
      throw refuseFile('wrongEncoding', { line }, { declared: declared.slice(0, 40), actual: encoding ?? '' });
    }
    if (UNREADABLE.test(text)) throw refuseFile('wrongEncoding', { line }, { declared: encoding ?? 'utf-8' });
    if (encoding !== 'utf-8' && !isPlain && isLikelyUtf8(bytes)) {
      throw refuseFile('wrongEncoding', { line }, { declared: encoding ?? '', actual: 'utf-8' });
    }
    yield { line, text };
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const trim = (line: Buffer): Buffer => {
    const hasMark = isFirst && line.subarray(0, 3).equals(BYTE_ORDER_MARK);
    isFirst = false;
    return line.subarray(hasMark ? 3 : 0, line.at(-1) === 0x0d ? -1 : undefined);
  };
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a, start)) {
      yield trim(rest.subarray(start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw refuseFile('malformed', {}, { maxLineBytes: MAX_LINE_BYTES });
  }
  if (rest.length > 0) yield trim(rest);
}

const DECODERS = new Map(Object.values(ENCODINGS).map((encoding) => [encoding, new TextDecoder(encoding)] as const));

function decode(bytes: Uint8Array, encoding: Encoding): string {
  return DECODERS.get(encoding)?.decode(bytes) ?? '';
}

function detectEncoding(bytes: Uint8Array): Encoding | undefined {
  return Object.values(ENCODINGS).find((encoding) => KEY_OF_HEADER.test(decode(bytes, encoding)));
}

function getEncoding(declared: string): Encoding | undefined {
  const [, encoding] =
    Object.entries(ENCODINGS).find(([name]) => name.toLowerCase() === declared.trim().toLowerCase()) ?? [];
  return encoding;
}

/** Whether a value has two letters of UTF-8 or more and nothing else beyond ASCII, which no Russian text in one byte has. */
function isLikelyUtf8(bytes: Buffer): boolean {
  const value = decode(bytes.subarray(bytes.indexOf('=') + 1), 'utf-8');
  return !value.includes('\ufffd') && (value.match(/\P{ASCII}/gu)?.length ?? 0) >= 2;
}
