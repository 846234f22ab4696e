const write = (level, message, fields = {}) =>
  process.stdout.write(`${JSON.stringify({ level, time: Date.now(), process: 'web', ...fields, msg: message })}\n`);

/** One line of JSON an event, as the other processes write them. */
export const log = {
  info: (message, fields) => write(30, message, fields),
  warn: (message, fields) => write(40, message, fields),
  error: (message, fields) => write(50, message, fields),
};
