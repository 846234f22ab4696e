import type { Buildah } from './buildah';
import { IMAGES, type ImageName } from './build-images';

interface Configuration {
  OCIv1: { config?: { User?: string; Labels?: Record<string, string>; Cmd?: string[] } };
  Docker: { config?: { Healthcheck?: { Test?: string[] } } };
}

/** Programs that install, compile or download. */
const UNWANTED = ['npm', 'npx', 'corepack', 'yarn', 'gcc', 'cc', 'g++', 'make', 'python3', 'git', 'curl'];
/** A package that only the other image needs. */
const FOREIGN_PACKAGES: Record<ImageName, string> = { platform: 'react', faces: '@temporalio/worker' };

/** Lists problems of an image that running it does not show. */
export function findProblems(buildah: Buildah, name: ImageName): string[] {
  const { OCIv1, Docker } = JSON.parse(buildah.run(['inspect', '--type', 'image', IMAGES[name]])) as Configuration;
  const container = buildah.run(['from', '--pull-never', IMAGES[name]]);
  const shell = (script: string) => buildah.run(['run', '--isolation', 'chroot', container, '--', 'sh', '-c', script]);
  const found = shell(`for program in ${UNWANTED.join(' ')}; do command -v $program || true; done`);
  const checks: [boolean, string][] = [
    [OCIv1.config?.User === '1000:1000', `runs as ${OCIv1.config?.User}`],
    [/^\d+\.\d+\.\d+/.test(OCIv1.config?.Labels?.['org.opencontainers.image.version'] ?? ''), 'has no version'],
    [Docker.config?.Healthcheck?.Test !== undefined, 'has no health check'],
    [found === '', `has ${found.replaceAll('\n', ', ')}`],
    [shell('find /app -writable') === '', 'has files of its own that its user can change'],
    [shell(`ls -d node_modules/${FOREIGN_PACKAGES[name]} || true`) === '', `has ${FOREIGN_PACKAGES[name]}`],
    [shell('cat sbom.cdx.json').includes('CycloneDX'), 'has no list of what it consists of'],
  ];
  buildah.run(['rm', container]);
  return checks.filter(([isWell]) => !isWell).map(([, problem]) => `${name} ${problem}`);
}

export function formatSize(buildah: Buildah, name: ImageName): string {
  const [image] = JSON.parse(buildah.run(['images', '--json', IMAGES[name]])) as { size: string }[];
  return image?.size ?? 'unknown';
}
