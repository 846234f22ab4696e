type Fields = Readonly<Record<string, unknown>>;

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof LEVELS)[number];

export function logLine(level: Level, message: string, fields: Fields = {}): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), process: 'web', ...fields, msg: message })}\n`;
}

const least = LEVELS.indexOf((process.env['LOG_LEVEL'] ?? 'info') as Level);

const write = (level: Level, message: string, fields?: Fields): void => {
  if (LEVELS.indexOf(level) >= least) process.stdout.write(logLine(level, message, fields));
};

export const log = {
  info: (message: string, fields?: Fields) => write('info', message, fields),
  warn: (message: string, fields?: Fields) => write('warn', message, fields),
  error: (message: string, fields?: Fields) => write('error', message, fields),
};
