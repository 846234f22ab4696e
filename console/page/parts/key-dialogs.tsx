import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DateInput } from '../../../ui/date-input';
import { language, useTexts } from '../texts/texts';
import { Window } from './dialog';
import { DialogForm } from './dialog-form';
import { momentText } from './format';
import { DEFAULT_KEY_SCOPES, KEY_SCOPES } from './key-scopes';
import { Secret } from './secret';
import { Alert } from './states';

const OVERLAPS = [86_400, 3_600, 604_800, 0];
const MAX_NAME_LENGTH = 100;

export interface NewKey {
  name: string;
  scopes: string[];
  expiresAt?: string;
}

interface KeyDialogProps {
  title: string;
  submit: string;
  /** @returns the secret; says whether a second person must approve it first */
  send: (setWaiting: (isWaiting: boolean) => void) => Promise<string>;
  /** What is wrong with the form; undefined if nothing is. */
  problem?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Sends once; the secret stays until the dialog is closed. */
export function KeyDialog({ title, submit, send, problem, onClose, children }: KeyDialogProps): ReactNode {
  const { common, keys } = useTexts();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const press = async (): Promise<void> => {
    setChecked(true);
    if (problem !== undefined) return;
    setSecret(await send(setWaiting).finally(() => setWaiting(false)));
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const isOpen = secret === undefined;
  return (
    <Window title={title} onClose={onClose} isDismissable={isOpen}>
      <DialogForm
        submit={isOpen ? submit : undefined}
        cancel={isOpen ? common.cancel : common.close}
        onSubmit={press}
        onCancel={onClose}
      >
        {isOpen ? children : <Secret secret={secret} />}
        {isWaiting && (
          <p role="status" className="notice waiting">
            {keys.waits}
          </p>
        )}
        <Alert text={isChecked ? problem : undefined} />
      </DialogForm>
    </Window>
  );
}

interface CreateKeyDialogProps {
  /** The scopes that may be given. */
  scopes?: readonly string[];
  /** The new key expires no later; null: it may never expire. */
  latestExpiry?: string | null;
  /** @returns the secret */
  create: (key: NewKey, setWaiting: (isWaiting: boolean) => void) => Promise<string>;
  onClose: () => void;
}

export function CreateKeyDialog({
  scopes: offered = KEY_SCOPES,
  latestExpiry = null,
  create,
  onClose,
}: CreateKeyDialogProps): ReactNode {
  const { keys } = useTexts();
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [scopes, setScopes] = useState(() => DEFAULT_KEY_SCOPES.filter((scope) => offered.includes(scope)));
  const send: KeyDialogProps['send'] = async (setWaiting) => {
    const expiresAt = expires === '' ? {} : { expiresAt: expires };
    return create({ name: name.trim(), scopes: [...scopes], ...expiresAt }, setWaiting);
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
      <ScopeChoice {...{ offered, scopes }} onChange={setScopes} />
      <label className="field">
        {keys.expires}
        <DateInput isMoment language={language} onChange={setExpires} />
        <span className="help">
          {latestExpiry === null ? keys.expiresHelp : keys.expiresWithOwn(momentText(latestExpiry))}
        </span>
      </label>
    </KeyDialog>
  );
}

interface ScopeChoiceProps {
  offered: readonly string[];
  scopes: readonly string[];
  onChange: (scopes: string[]) => void;
}

function ScopeChoice({ offered, scopes, onChange }: ScopeChoiceProps): ReactNode {
  const { keys } = useTexts();
  const toggle = (scope: string, isChosen: boolean): void =>
    onChange(offered.filter((each) => (each === scope ? isChosen : scopes.includes(each))));
  return (
    <fieldset className="checks">
      <legend>{keys.scopes}</legend>
      {offered.map((scope) => (
        <label className="check" key={scope}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ target }) => toggle(scope, target.checked)}
          />
          {keys.scopeNames[scope] ?? scope}
        </label>
      ))}
    </fieldset>
  );
}

interface RotateKeyDialogProps {
  name: string;
  /** Whether the person is signed in with this key, and needs time to sign in with the new one. */
  isCurrent?: boolean;
  /** @returns the secret */
  rotate: (overlapSeconds: number, setWaiting: (isWaiting: boolean) => void) => Promise<string>;
  onClose: () => void;
}

export function RotateKeyDialog({ name, isCurrent = false, rotate, onClose }: RotateKeyDialogProps): ReactNode {
  const { keys } = useTexts();
  const [overlapSeconds, setOverlap] = useState(OVERLAPS[0] ?? 0);
  const overlaps = OVERLAPS.filter((seconds) => seconds > 0 || !isCurrent);
  return (
    <KeyDialog
      title={`${keys.rotate}: ${name}`}
      submit={keys.rotate}
      send={async (setWaiting) => rotate(overlapSeconds, setWaiting)}
      onClose={onClose}
    >
      {isCurrent && <p className="notice waiting">{keys.rotateCurrent}</p>}
      <label className="field">
        {keys.rotateHelp}
        <select value={overlapSeconds} onChange={({ target }) => setOverlap(Number(target.value))}>
          {overlaps.map((seconds) => (
            <option key={seconds} value={seconds}>
              {keys.overlaps[seconds]}
            </option>
          ))}
        </select>
      </label>
    </KeyDialog>
  );
}
