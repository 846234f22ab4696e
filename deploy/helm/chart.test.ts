import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnvironment } from '../../runtime/environment';
import { variablesOfProcesses } from '../../runtime/process-variables';
import { composeServices } from '../../scripts/deploy/compose';
import { findKubernetesSchemas } from '../../scripts/deploy/kubernetes-schemas';
import { CHART, getPods, readManifests, render, type PodContainer } from '../../scripts/deploy/manifests';
import { helm as helmTool, kubeconform as kubeconformTool } from '../../scripts/deploy/tools';
import { findGoTool } from '../../scripts/services/go-tool';
import { root } from '../../scripts/services/platform-process';
import { runFolder } from '../../tests/harness/services';
import { where } from '../../tests/harness/where';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const helm = findGoTool(helmTool, say) ?? '';
const kubeconform = findGoTool(kubeconformTool, say) ?? '';
const schemas = findKubernetesSchemas(say) ?? '';

/** Custom resources, whose schemas Kubernetes does not have. */
const SKIPPED = ['ServiceMonitor', 'PrometheusRule', 'ExternalSecret'];
const files = readdirSync(join(CHART, 'values'));

const formatName = (pod: string): string => pod.replace(/^holdfast-/, '');
const getNames = ({ env = [] }: PodContainer): string[] => env.map(({ name }) => name);

where(
  describe,
  helm !== '',
  'helm is not available',
)('the chart', () => {
  const rendered = new Map<string, string>();
  const text = (file: string): string => {
    const known = rendered.get(file) ?? render(helm, [file]);
    rendered.set(file, known);
    return known;
  };
  const containers = (file: string) =>
    [...getPods(readManifests(text(file)))].flatMap(([pod, { containers: all }]) =>
      all.map((one) => [pod, one] as const),
    );

  test.each(files)('helm lint accepts values/%s', (file) => {
    const { status, stdout } = spawnSync(helm, ['lint', '--strict', CHART, '--values', join(CHART, 'values', file)], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  const hasSchemas = kubeconform !== '' && schemas !== '';
  const withSchemas = where(test, hasSchemas, 'kubeconform or the schemas of Kubernetes are not available');
  withSchemas('every field of every resource is in the Kubernetes schemas', () => {
    say(`Not held to a schema: ${SKIPPED.join(', ')}`);
    const folder = mkdtempSync(join(runFolder('tmp'), 'chart-'));
    for (const file of files) writeFileSync(join(folder, file), text(file));
    const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    const args = ['-strict', '-skip', SKIPPED.join(), '-schema-location', location, folder];
    const { status, stdout, stderr } = spawnSync(kubeconform, args, { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test.each(files)(
    'values/%s runs nothing as root, nor without limits, nor on a file system that it can write',
    (file) => {
      for (const [name, pod] of getPods(readManifests(text(file)))) {
        expect([name, pod.automountServiceAccountToken]).toEqual([name, false]);
        expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
        for (const { securityContext, resources } of pod.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          for (const bound of ['requests', 'limits'] as const)
            expect(Object.keys(resources?.[bound] ?? {}).sort()).toEqual(['cpu', 'memory']);
        }
      }
    },
  );

  test.each(files)('every process of values/%s is asked whether it is ready, and may drain to its end', (file) => {
    const settings = readManifests(text(file)).find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    for (const [name, pod] of getPods(readManifests(text(file)))) {
      if (name.endsWith('-migrate')) continue;
      const [container] = pod.containers;
      expect(container?.readinessProbe?.httpGet.path).toBe('/readyz');
      expect(container?.livenessProbe?.httpGet.path).toBe('/healthz');
      const pauseSeconds = Number(container?.lifecycle?.preStop?.exec?.command[1]);
      // The rest of a shutdown: runtime/shutdown.ts.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pauseSeconds + Number(settings['DRAIN_SECONDS']) + 9.5);
    }
  });

  test('every deployment of more than one pod has a disruption budget', () => {
    const manifests = readManifests(text('small.yaml'));
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
    const several = manifests.filter(({ kind, spec }) => kind === 'Deployment' && (spec?.replicas ?? 1) > 1);
    expect(budgets.sort()).toEqual(several.map(({ metadata }) => metadata.name).sort());
  });

  test('API and worker get all settings and secrets, others only those they read', () => {
    const variables = variablesOfProcesses();
    for (const [pod, container] of containers('everything.yaml')) {
      const name = formatName(pod);
      if (name === 'api' || name === 'worker') {
        expect(container.envFrom).toEqual([
          { configMapRef: { name: 'holdfast' } },
          { secretRef: { name: 'holdfast' } },
        ]);
      } else if (name === 'checkout' || name === 'console' || name === 'codec') {
        const wanted = variables[name].filter(
          (variable) => variable === 'TEMPORAL_UI_PORT' || !variable.endsWith('_PORT'),
        );
        expect(new Set([...getNames(container)])).toEqual(new Set(['HOST', ...wanted]));
      } else if (name === 'vault') {
        expect(container.envFrom).toEqual([{ secretRef: { name: 'holdfast-vault' } }]);
        const secrets = ['VAULT_DATABASE_URL', 'VAULT_KEK'];
        const wanted = variables.vault.filter((each) => !each.endsWith('_PORT') && !secrets.includes(each));
        expect(new Set(getNames(container))).toEqual(new Set(wanted));
      } else expect(container.envFrom).toBeUndefined();
    }
  });

  test.each(files)('values/%s sets only variables that there are', (file) => {
    const settings = readManifests(text(file)).find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const known = new Set(describeEnvironment().map(({ name }) => name));
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
  });

  test('containers have the commands of docker-compose.yml', () => {
    const services = composeServices();
    const differing = containers('everything.yaml').filter(
      ([pod, { command }]) => JSON.stringify(command) !== JSON.stringify(services[formatName(pod)]?.command),
    );
    expect(differing.map(([pod]) => pod)).toEqual([]);
  });

  test('migrations run before a new version starts', () => {
    const job = readManifests(text('small.yaml')).find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  test('processes mount the certificates that their variables name', () => {
    const api = containers('everything.yaml').find(([pod]) => formatName(pod) === 'api')?.[1];
    expect(api?.env).toEqual(
      expect.arrayContaining([{ name: 'TEMPORAL_TLS_CA', value: '/certificates/temporal/ca.crt' }]),
    );
    expect(text('everything.yaml')).toContain('mountPath: /certificates/postgresql');
  });

  test.each(files)('API and worker of values/%s have each a client certificate for Temporal', (file) => {
    const secrets = ['api', 'worker'].map((name) => {
      const pod = [...getPods(readManifests(text(file)))].find(([each]) => formatName(each) === name)?.[1];
      const { volumes } = pod as unknown as { volumes: { name: string; secret?: { secretName: string } }[] };
      const variables = pod?.containers.flatMap(getNames) ?? [];
      expect(variables).toEqual(expect.arrayContaining(['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_TLS_CA']));
      return volumes.find((volume) => volume.name === 'temporal-tls')?.secret?.secretName;
    });
    expect(secrets).toEqual([expect.stringContaining('api'), expect.stringContaining('worker')]);
  });

  test('the chart has the alerts of ops/', () => {
    const rule = readManifests(text('everything.yaml')).find(({ kind }) => kind === 'PrometheusRule');
    const { groups } = rule?.spec as unknown as { groups: { rules: { alert: string }[] }[] };
    const written = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
    const names = [...written.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))).toEqual(names);
  });
});
