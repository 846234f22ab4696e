import { createProgram } from './program';
import { formatError } from './format-error';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

createProgram(process.argv.slice(2))
  .then((program) => program.parseAsync())
  .catch((error: unknown) => {
    process.stderr.write(`${formatError(error)}\n`);
    process.exit(1);
  });
