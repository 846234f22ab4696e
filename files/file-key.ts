/** The only names of stored files: a folder, a number or an id, and an extension, which lead nowhere else on a disk or in a bucket. */
const KEY = /^(reports\/[1-9]\d{0,15}\.(csv|xlsx|pdf)|evidence\/[0-9a-z]{20}\.(pdf|jpg|png))$/;

/** Returns a key that names a report's file or a document. @throws Error for any other text */
export function checkedKey(key: string): string {
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new Error('the key names no stored file');
}
