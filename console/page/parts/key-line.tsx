import { useState, type ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Dated, Status } from './pieces';

export type ShownKey = Pick<
  Schemas['PartyKey'],
  'id' | 'name' | 'scopes' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
> & {
  /** Whether the person is signed in with it. */
  isCurrent?: boolean;
};

/** A key without its secret: name, scopes, validity, last use. */
export function KeyLine({ apiKey }: { apiKey: ShownKey }): ReactNode {
  const { keys, merchants, common } = useTexts();
  const [shownMs] = useState(() => Date.now());
  const { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, isCurrent = false } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= shownMs;
  return (
    <div className="card-main">
      <p className="card-title">
        {`${name} `}
        {isCurrent && <Status status="active" text={keys.current} />}
        {revokedAt !== null && <Status status="blocked" text={merchants.revoked} />}
        {revokedAt === null && isExpired && <Status status="blocked" text={keys.expired} />}
      </p>
      <p className="card-facts">
        <code>{id}</code>
        <span>{`${keys.scopes}: ${scopes.map((scope) => keys.scopeNames[scope] ?? scope).join(', ')}`}</span>
        <Dated text={common.created} at={createdAt} />
        {lastUsedAt === null ? <span>{keys.never}</span> : <Dated text={keys.lastUsed} at={lastUsedAt} />}
        {expiresAt === null ? <span>{keys.forever}</span> : <Dated text={keys.expires} at={expiresAt} />}
      </p>
    </div>
  );
}
