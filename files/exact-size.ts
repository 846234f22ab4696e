import { Transform } from 'node:stream';

/** Passes a file on and fails as soon as it is longer than stated, or ends earlier. */
export function exactSize(size: number): Transform {
  let left = size;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('the file is longer than its stated size'));
      else done(null, chunk);
    },
    flush(done) {
      done(left > 0 ? new Error('the file is shorter than its stated size') : null);
    },
  });
}
