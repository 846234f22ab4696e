import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { Secret } from '../../parts/secret';
import { useTexts } from '../../texts/texts';

const SCOPES = ['read', 'payments', 'payouts', 'webhooks'] as const;
const OVERLAPS = [86_400, 3_600, 604_800, 0];
const MAX_NAME_LENGTH = 100;

interface KeyDialogProps {
  title: string;
  submit: string;
  /** @returns the secret */
  send: () => Promise<string>;
  /** What is wrong with the form; undefined if nothing is. */
  problem?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Sends once; the secret stays until the dialog is closed. */
function KeyDialog({ title, submit, send, problem, onClose, children }: KeyDialogProps): ReactNode {
  const { common } = useTexts();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const press = async (): Promise<void> => {
    setChecked(true);
    if (problem !== undefined) return;
    setSecret(await send());
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const isOpen = secret === undefined;
  return (
    <Window title={title} onClose={onClose}>
      <DialogForm
        submit={isOpen ? submit : undefined}
        cancel={isOpen ? common.cancel : common.close}
        onSubmit={press}
        onCancel={onClose}
      >
        {isOpen ? children : <Secret secret={secret} />}
        {isChecked && problem !== undefined && (
          <p role="alert" className="notice danger">
            {problem}
          </p>
        )}
      </DialogForm>
    </Window>
  );
}

export function CreateKeyDialog({ partyID, onClose }: { partyID: string; onClose: () => void }): ReactNode {
  const { keys } = useTexts();
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(SCOPES);
  const send = async (): Promise<string> => {
    const expiresAt = expires === '' ? {} : { expiresAt: new Date(expires).toISOString() };
    const body = { name: name.trim(), scopes: [...scopes], ...expiresAt };
    const path = `/parties/${encodeURIComponent(partyID)}/api-keys`;
    return (await callOperators<Schemas['CreatedPartyKey']>(path, { method: 'POST', body })).apiKey;
  };
  const problem = name.trim() === '' ? keys.nameMissing : scopes.length === 0 ? keys.scopeMissing : undefined;
  return (
    <KeyDialog title={keys.create} submit={keys.create} {...{ send, problem, onClose }}>
      <label className="field">
        {keys.name}
        <input
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <fieldset className="checks">
        <legend>{keys.scopes}</legend>
        {SCOPES.map((scope) => (
          <label className="check" key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(SCOPES.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
              }
            />
            {keys.scopeNames[scope]}
          </label>
        ))}
      </fieldset>
      <label className="field">
        {keys.expires}
        <input type="datetime-local" value={expires} onChange={({ target }) => setExpires(target.value)} />
        <span className="help">{keys.expiresHelp}</span>
      </label>
    </KeyDialog>
  );
}

export function RotateKeyDialog({ apiKey, onClose }: { apiKey: Schemas['PartyKey']; onClose: () => void }): ReactNode {
  const { keys } = useTexts();
  const [overlapSeconds, setOverlap] = useState(OVERLAPS[0] ?? 0);
  const send = async (): Promise<string> => {
    const path = `/api-keys/${encodeURIComponent(apiKey.id)}/rotate`;
    const rotated = await callOperators<Schemas['RotatedPartyKey']>(path, { method: 'POST', body: { overlapSeconds } });
    return rotated.created.apiKey;
  };
  return (
    <KeyDialog title={`${keys.rotate}: ${apiKey.name}`} submit={keys.rotate} {...{ send, onClose }}>
      <label className="field">
        {keys.rotateHelp}
        <select value={overlapSeconds} onChange={({ target }) => setOverlap(Number(target.value))}>
          {OVERLAPS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {keys.overlaps[seconds]}
            </option>
          ))}
        </select>
      </label>
    </KeyDialog>
  );
}
