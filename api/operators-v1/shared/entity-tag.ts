import { Refusal } from '../../../domain/platform/errors/refusal';

const ENTITY_TAG = /^"?(\d{1,9})"?$/;

/** The ETag of a version. */
export function formatEntityTag({ version }: { version: number }): string {
  return `"${version}"`;
}

/** The version in If-Match. @throws Refusal versionRequired */
export function readVersion(ifMatch: string | undefined): number {
  const [, version] = ENTITY_TAG.exec(ifMatch ?? '') ?? [];
  if (version !== undefined) return Number(version);
  throw new Refusal('versionRequired', 'If-Match must name the version that you have read, like "3"', {
    place: 'If-Match',
  });
}
