import { createLogger } from '../../runtime/logger';
import { logLine } from './log';

function getShape(line: string): object {
  const { time, ...rest } = JSON.parse(line) as { time: string };
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return rest;
}

test.each(['info', 'warn', 'error'] as const)('lines of level %s have the format of the other processes', (level) => {
  let written = '';
  const logger = createLogger({ process: 'web', level: 'info', destination: { write: (line) => (written += line) } });
  logger[level]({ url: '/docs' }, 'a page');
  const own = logLine(level, 'a page', { url: '/docs' });
  expect(getShape(own)).toEqual(getShape(written));
  expect(Object.keys(JSON.parse(own) as object)).toEqual(Object.keys(JSON.parse(written) as object));
  expect(own.endsWith('\n')).toBe(true);
});
