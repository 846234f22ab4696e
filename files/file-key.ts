/** The only names of stored files: a folder, a number and an extension, which lead nowhere else on a disk or in a bucket. */
const KEY = /^reports\/[1-9]\d{0,15}\.(csv|xlsx|pdf)$/;

/** Returns a key that names a report's file. @throws Error for any other text */
export function checkedKey(key: string): string {
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new Error('the key names no file of a report');
}
