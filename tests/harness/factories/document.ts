import { deflateSync } from 'node:zlib';

/** A PDF with one page, and the given objects. */
export function aPdf(...objects: (string | Buffer)[]): Buffer {
  const all = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
    ...objects,
  ];
  const parts = ['%PDF-1.7\n', ...all, 'trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'];
  return Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
}

/** A compressed object stream with the given text inside. */
export function anObjectStream(text: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): Buffer {
  const content = deflateSync(Buffer.from(text, 'latin1'));
  return Buffer.concat([
    Buffer.from(`7 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
}

/** A PNG of one pixel; `text` makes it another file. */
export function aPng(text = ''): Buffer {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const png = Buffer.from(pixel, 'base64');
  return text === '' ? png : Buffer.concat([png.subarray(0, -12), Buffer.from(text), png.subarray(-12)]);
}

export const A_JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
