import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { FILE_LINK_LIFETIME_MS } from '../domain/merchants/report/report';
import { readToken, signToken } from './signed-token';
import type { KeyRing } from './key-ring';

const PURPOSE = 'file-link';

export interface FileLink {
  token: string;
  expiresAt: Date;
}

/** Signs a token to download a file within a minute. */
export async function createFileLink(fileID: string, signingKeys: KeyRing, now = new Date()): Promise<FileLink> {
  const expiresAt = new Date(now.getTime() + FILE_LINK_LIFETIME_MS);
  return { token: await signToken({ fileID, expiresAt: rfc3339Text(expiresAt) }, PURPOSE, signingKeys), expiresAt };
}

/** The file of a link; undefined if foreign, changed or expired. */
export async function readFileLink(token: string, signingKeys: KeyRing, now = new Date()): Promise<string | undefined> {
  const read = await readToken<{ fileID: string; expiresAt: string }>(token, PURPOSE, signingKeys);
  return read && Date.parse(read.payload.expiresAt) > now.getTime() ? read.payload.fileID : undefined;
}
