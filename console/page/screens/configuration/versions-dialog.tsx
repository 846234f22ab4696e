import { useState, type ReactNode } from 'react';
import { toQuery, type Schemas } from '../../api/client';
import { Button } from '../../parts/button';
import type { FieldSpec } from '../../forms/field-spec';
import { Differences } from '../../parts/differences';
import { Window } from '../../parts/dialog';
import { Moment } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { configurationTexts as texts } from '../../texts/configuration';
import { useTexts } from '../../texts/texts';
import { Review, type TriedOrder } from './review';
import { listRecorded } from './shown-changes';
import { LISTS, listFields, type FormType } from './specs';

interface VersionsDialogProps {
  type: FormType;
  entity: Schemas['ConfiguredEntity'];
  onClose: () => void;
}

type Action = Schemas['OperatorAction'];

/** Who changed what, the newest first; each earlier version can be restored. */
export function VersionsDialog({ type, entity, onClose }: VersionsDialogProps): ReactNode {
  const { has } = useSession();
  const { merchants } = useTexts();
  // What was read when the dialog opened, although the page refreshes below it.
  const [{ id, version: current, value }] = useState(entity);
  const fields = listFields(type, value);
  const [version, setVersion] = useState<number>();
  const query = useOperators<Schemas['OperatorActions']>(
    `/audit${toQuery({ subjectType: type, subjectID: id, limit: 50 })}`,
  );
  const actions = query.data?.actions.filter((action) => versionOf(action) !== undefined) ?? [];
  const isRestorable = (action: Action): boolean => has('configuration') && versionOf(action) !== current;
  if (version !== undefined) {
    const later = actions.filter((action) => (versionOf(action) ?? 0) > version);
    return (
      <Window title={texts.rollBackTo(version)} onClose={onClose}>
        <Review
          {...{ order: orderOf(type, { id, current, version }), onClose }}
          back={merchants.versions}
          onBack={() => setVersion(undefined)}
        >
          {later.map(({ number, before = {}, after = {} }) => (
            <Differences
              key={number}
              caption={merchants.versions}
              rows={listRecorded(fields, { before: after, after: before })}
            />
          ))}
        </Review>
      </Window>
    );
  }
  return (
    <Window title={texts.versionsOf(id)} onClose={onClose}>
      <QueryState query={query} rows={4} />
      {query.data && actions.length === 0 && <p className="help">{texts.noVersions}</p>}
      <ol className="lines">
        {actions.map((action) => (
          <li key={action.number}>
            <Version {...{ action, fields }} />
            {isRestorable(action) && (
              <Button
                text={texts.rollBack}
                subject={merchants.version(versionOf(action) ?? 0)}
                onPress={() => setVersion(versionOf(action))}
              />
            )}
          </li>
        ))}
      </ol>
    </Window>
  );
}

function Version({ action, fields }: { action: Action; fields: readonly FieldSpec[] }): ReactNode {
  const { merchants, audit, commands } = useTexts();
  const names: Readonly<Record<string, string>> = { ...commands, ...audit.operations };
  return (
    <div className="card-main">
      <p>
        <b>{merchants.version(versionOf(action) ?? 0)}</b> · <Moment at={action.at} isExact /> ·{' '}
        <code>{action.caller}</code>
      </p>
      <p className="help">{[names[action.operation] ?? action.operation, action.reason].filter(Boolean).join(': ')}</p>
      <Differences caption={merchants.versions} rows={listRecorded(fields, action)} />
    </div>
  );
}

function versionOf({ after }: Action): number | undefined {
  const version = after?.['version'];
  return typeof version === 'number' ? version : undefined;
}

interface RollBack {
  id: string;
  current: number;
  version: number;
}

function orderOf(type: FormType, { id, current, version: toVersion }: RollBack): TriedOrder {
  return {
    dryRun: { type: 'rollBackConfiguration', parameters: { type, id, version: current, toVersion } },
    path: `/configuration/${LISTS[type]}/${encodeURIComponent(id)}/roll-back`,
    call: { method: 'POST', ifMatch: current, body: { toVersion } },
  };
}
