import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * Names that secrets and cards have in our objects. What bears one is cut from a line, and from its objects to the second level;
 * what stands deeper, or in the text of a message, is not seen here.
 */
const secretNames = [
  'authorization',
  'cookie',
  'cardNumber',
  'cvv',
  'cardHolder',
  'expDate',
  'paymentToolToken',
  'paymentSession',
  'paymentToken',
  'payload',
  'password',
  'secret',
  'apiKey',
  'privateKey',
  'token',
];

const headerNames = ['authorization', 'cookie', 'set-cookie', 'x-sandbox-signature'];

const redactedPaths = [
  ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...headerNames.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
];

/** The log of a process: one JSON object a line on standard output, each with the name of the process. */
export function createLogger(input: { process: string; level: string; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: input.level,
      base: { process: input.process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    input.destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** The log of one request: every line carries its X-Request-ID, and the party that asks where it is known. Made for those who write. */
export function requestLogger(logger: Logger, about: { requestID: string; partyID?: string | undefined }): Logger {
  return logger.child(about);
}
