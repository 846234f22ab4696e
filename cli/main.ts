import { createProgram } from './program';
import { inWords } from './words';

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${inWords(error)}\n`);
    process.exit(1);
  });
