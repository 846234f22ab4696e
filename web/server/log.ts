type Fields = Readonly<Record<string, unknown>>;

const write = (level: number, message: string, fields: Fields = {}) =>
  process.stdout.write(`${JSON.stringify({ level, time: Date.now(), process: 'web', ...fields, msg: message })}\n`);

/** One line of JSON an event, as the other processes write them. */
export const log = {
  info: (message: string, fields?: Fields) => write(30, message, fields),
  warn: (message: string, fields?: Fields) => write(40, message, fields),
  error: (message: string, fields?: Fields) => write(50, message, fields),
};
