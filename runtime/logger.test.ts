import { createLogger, requestLogger } from './logger';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  write(createLogger({ process: 'api', level: 'info', destination }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line has process, level and request id', () => {
  const [line] = logged((logger) => requestLogger(logger, { requestID: 'r-1' }).info('done'));
  expect(line).toMatchObject({ process: 'api', level: 'info', requestID: 'r-1', msg: 'done' });
});

test('secrets and card data are redacted at every supported depth', () => {
  const secret = 'must not be seen';
  const lines = logged((logger) => {
    logger.info({ headers: { authorization: secret, cookie: secret, accept: 'json' } }, 'a');
    logger.info({ req: { headers: { authorization: secret, 'x-sandbox-signature': secret } } }, 'b');
    logger.info({ cardNumber: secret, body: { cvv: secret, paymentTool: { cardNumber: secret } } }, 'c');
    logger.info({ token: secret, body: { paymentToolToken: secret, paymentSession: secret } }, 'd');
  });
  expect(lines).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toContain(secret);
  expect(lines[0]).toMatchObject({ headers: { accept: 'json' } });
});
