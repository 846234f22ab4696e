import { join } from 'node:path';
import type { GoTool } from '../services/go-tool';
import { root } from '../services/platform-process';

/** Parses compose files with the library of Docker Compose. */
export const composeCheck: GoTool = {
  name: 'compose-check',
  version: 'v2.9.1',
  module: 'github.com/compose-spec/compose-go/v2/cli',
  source: join(root, 'scripts/deploy/compose-check.go'),
  seconds: 10,
};

export const helm: GoTool = { name: 'helm', version: 'v3.19.2', module: 'helm.sh/helm/v3/cmd/helm', seconds: 90 };

/** Validates manifests. */
export const kubeconform: GoTool = {
  name: 'kubeconform',
  version: 'v0.7.0',
  module: 'github.com/yannh/kubeconform/cmd/kubeconform',
  seconds: 10,
};
