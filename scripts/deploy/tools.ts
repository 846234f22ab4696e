import { join } from 'node:path';
import type { GoTool } from '../services/go-tool';
import { root } from '../services/platform-process';

/** Reads compose files with the library of Docker Compose itself. */
export const composeCheck: GoTool = {
  name: 'compose-check',
  version: 'v2.9.1',
  module: 'github.com/compose-spec/compose-go/v2/cli',
  source: join(root, 'scripts/deploy/compose-check.go'),
  seconds: 10,
};
