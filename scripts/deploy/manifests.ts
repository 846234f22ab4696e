import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../services/platform-process';
import { runCommand } from '../services/run-command';

export const CHART = join(root, 'deploy/helm/holdfast');
/** Newer than the default of `helm template`. */
const KUBERNETES = '1.34.0';

/** The parts of a manifest that are used here. */
export interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: { replicas?: number; template?: { spec: PodSpec } };
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: Record<string, unknown>;
  containers: PodContainer[];
}

export interface PodContainer {
  name: string;
  image: string;
  command: string[];
  env?: { name: string; value?: string; valueFrom?: { configMapKeyRef?: KeyReference; secretKeyRef?: KeyReference } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown>;
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
  lifecycle?: { preStop?: { exec?: { command: string[] } } };
}

interface KeyReference {
  name: string;
  key: string;
}

export function render(helm: string, values: string[], settings: string[] = []): string {
  const files = values.flatMap((file) => ['--values', join(CHART, 'values', file)]);
  const set = settings.flatMap((setting) => ['--set', setting]);
  const args = ['template', 'holdfast', CHART, '--kube-version', KUBERNETES, ...files, ...set];
  return runCommand(helm, args);
}

export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((each) => each !== null);
}

/** The pod templates by the name of their deployment or job. */
export function getPods(manifests: readonly Manifest[]): Map<string, PodSpec> {
  const pods = manifests.flatMap(({ metadata, spec }) =>
    spec?.template ? [[metadata.name, spec.template.spec] as const] : [],
  );
  return new Map(pods);
}
