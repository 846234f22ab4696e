import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { fieldText } from '../../parts/differences';
import { language, useTexts } from '../../texts/texts';
import { FieldsDialog, type DialogField, type DialogValues } from './fields-dialog';
import { useAccountChange } from './use-account-change';

type Kind = Schemas['ConnectorKindDescription'];
type KindField = Schemas['ConnectorFieldDescription'];

interface CreateAccountProps {
  kinds: readonly Kind[];
  onClose: () => void;
}

/** The fields follow from the connector. */
export function CreateAccount({ kinds, onClose }: CreateAccountProps): ReactNode {
  const { administration, merchants, payment } = useTexts();
  const [chosen, setChosen] = useState(kinds[0]?.name ?? '');
  const change = useAccountChange();
  const kind = kinds.find(({ name }) => name === chosen);
  const options = kinds.map(({ name, label }) => [name, label] as const);
  return (
    <FieldsDialog
      {...{ title: administration.createAccount, submit: administration.createAccount, onClose }}
      help={administration.createAccountHelp}
      fields={[
        { name: 'connector', title: payment.connector, value: chosen, options },
        { name: 'id', title: administration.accountID, value: '', input: { maxLength: 40, spellCheck: false } },
        { name: 'name', title: merchants.name, value: '', input: { maxLength: 100 } },
        ...(kind ? fieldsOf(kind) : []),
      ]}
      onChange={({ connector = '' }) => setChosen(connector)}
      onSubmit={async ({ connector = '', id = '', name = '', reason, ...values }) =>
        change('/connector-accounts', { connector, id, name, reason, ...(kind && accessOf(kind, values)) })
      }
    />
  );
}

interface RotateAccountProps {
  account: Schemas['ConnectorAccountState'];
  kind: Kind;
  onClose: () => void;
}

/** All credentials are entered again, because the API never returns them; settings start from the present ones. */
export function RotateAccount({ account, kind, onClose }: RotateAccountProps): ReactNode {
  const { administration } = useTexts();
  const change = useAccountChange();
  const { id, version, settings } = account;
  return (
    <FieldsDialog
      {...{ title: `${administration.rotate}: ${id}`, submit: administration.rotate, onClose }}
      help={administration.rotateHelp}
      fields={fieldsOf(kind, settings)}
      onSubmit={async ({ reason, ...values }) =>
        change(`/connector-accounts/${encodeURIComponent(id)}/rotate`, { reason, ...accessOf(kind, values) }, version)
      }
    />
  );
}

/** The names of the form's own fields must not be those of the connector's. */
const PREFIXES = { credentials: 'credential.', settings: 'setting.' } as const;

function fieldsOf({ credentials, settings }: Kind, current: Readonly<Record<string, unknown>> = {}): DialogField[] {
  return [
    ...credentials.map((field) => toField(PREFIXES.credentials, field, undefined)),
    ...settings.map((field) => toField(PREFIXES.settings, field, current[field.name])),
  ];
}

function toField(prefix: string, field: KindField, current: unknown): DialogField {
  const { name, label, kind, isSecret, isRequired, options, default: byDefault = '' } = field;
  const value = current === undefined ? byDefault : Array.isArray(current) ? current.join(', ') : fieldText(current);
  const type = isSecret ? 'password' : 'text';
  return {
    ...{ name: prefix + name, title: label[language], value, isOptional: !isRequired },
    ...(options && { options: [...(isRequired ? [] : ['']), ...options].map((each) => [each, each || '—'] as const) }),
    input: {
      ...{ type, autoComplete: isSecret ? 'new-password' : 'off', spellCheck: false },
      ...(kind === 'integer' && { inputMode: 'numeric' }),
    },
  };
}

/** What was left empty is not sent: the API takes the default. */
function accessOf({ credentials, settings }: Kind, values: DialogValues) {
  const read = (fields: readonly KindField[], prefix: string): Record<string, unknown> =>
    Object.fromEntries(
      fields
        .map((field) => [field.name, typed(field, values[prefix + field.name] ?? '')] as const)
        .filter(([, value]) => value !== undefined),
    );
  return { credentials: read(credentials, PREFIXES.credentials), settings: read(settings, PREFIXES.settings) };
}

/** What is no number goes as it was typed, and the API says which field is wrong. */
function typed({ kind }: KindField, text: string): unknown {
  if (text === '') return undefined;
  if (kind === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  return kind === 'list' ? text.split(/\s*,\s*/) : text;
}
