import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Fields with these names are redacted in a line and two levels below; deeper fields and message texts are not. */
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

/** Creates the logger of a process, which writes one JSON object per line to standard output. */
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

/** Creates the logger of a request: its lines have the X-Request-ID and the caller's party. */
export function requestLogger(logger: Logger, about: { requestID: string; partyID?: string | undefined }): Logger {
  return logger.child(about);
}
