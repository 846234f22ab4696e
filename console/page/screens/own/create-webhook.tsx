import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { useTexts } from '../../texts/texts';
import { useOwnShops } from './own-shops';
import {
  COMMON_EVENT_TYPES,
  createOwnWebhook,
  EVENT_TYPES,
  isOfWallets,
  type OwnWebhookParams,
  type OwnIdentity,
  type OwnWebhook,
  type OwnTopic,
} from './own-webhooks';

interface CreateWebhookDialogProps {
  identities: OwnIdentity[];
  onClose: () => void;
}

export function CreateWebhookDialog({ identities, onClose }: CreateWebhookDialogProps): ReactNode {
  const { own, common } = useTexts();
  const client = useQueryClient();
  const [given, setGiven] = useState<OwnWebhookParams>(() => ({ ...emptyOf('InvoicesTopic'), url: '' }));
  const [created, setCreated] = useState<OwnWebhook>();
  const owners = useOwners(given.topic, identities);
  const ownerID = given.ownerID || (owners[0]?.id ?? '');
  const create = async (): Promise<void> => {
    setCreated(await createOwnWebhook({ ...given, url: given.url.trim(), ownerID }));
    await client.invalidateQueries({ queryKey: ['own-webhooks'] });
  };
  return (
    <Window title={created ? own.created : own.create} onClose={onClose}>
      <DialogForm
        submit={created ? undefined : own.create}
        isDisabled={given.eventTypes.length === 0}
        cancel={created ? common.close : common.cancel}
        onSubmit={create}
        onCancel={onClose}
      >
        {created ? (
          <>
            <p className="help">{own.createdHelp}</p>
            <pre className="value">{created.publicKey}</pre>
          </>
        ) : (
          <WebhookFields
            given={{ ...given, ownerID }}
            owners={owners}
            hasWallets={identities.length > 0}
            onChange={setGiven}
          />
        )}
      </DialogForm>
    </Window>
  );
}

function emptyOf(topic: OwnTopic): Omit<OwnWebhookParams, 'url'> {
  return { topic, ownerID: '', eventTypes: [...COMMON_EVENT_TYPES[topic]] };
}

function useOwners(topic: OwnTopic, identities: OwnIdentity[]): { id: string; name: string }[] {
  const { data } = useOwnShops();
  return isOfWallets(topic) ? identities : (data?.shops.map(({ id, details }) => ({ id, name: details.name })) ?? []);
}

interface WebhookFieldsProps {
  given: OwnWebhookParams;
  owners: { id: string; name: string }[];
  hasWallets: boolean;
  onChange: (given: OwnWebhookParams) => void;
}

function WebhookFields({ given, owners, hasWallets, onChange }: WebhookFieldsProps): ReactNode {
  const { own, common, types } = useTexts();
  const topics = (Object.keys(EVENT_TYPES) as OwnTopic[]).filter((topic) => hasWallets || !isOfWallets(topic));
  return (
    <>
      <label className="field">
        {own.url}
        <input
          type="url"
          required
          value={given.url}
          placeholder="https://shop.example/webhook"
          onChange={({ target }) => onChange({ ...given, url: target.value })}
        />
        <span className="help">{own.urlHelp}</span>
      </label>
      <label className="field">
        {own.topic}
        <select
          value={given.topic}
          onChange={({ target }) => onChange({ ...emptyOf(target.value as OwnTopic), url: given.url })}
        >
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {own.topics[topic]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {isOfWallets(given.topic) ? types.identity : common.shop}
        <select value={given.ownerID} onChange={({ target }) => onChange({ ...given, ownerID: target.value })}>
          {owners.map(({ id, name }) => (
            <option key={id} value={id}>
              {`${name} (${id})`}
            </option>
          ))}
        </select>
      </label>
      <EventChoice given={given} onChange={onChange} />
    </>
  );
}

function EventChoice({ given, onChange }: Pick<WebhookFieldsProps, 'given' | 'onChange'>): ReactNode {
  const { own, webhooks } = useTexts();
  const { topic, eventTypes } = given;
  const toggle = (name: string, isChosen: boolean): void =>
    onChange({
      ...given,
      eventTypes: EVENT_TYPES[topic].filter((each) => (each === name ? isChosen : eventTypes.includes(each))),
    });
  return (
    <fieldset className="checks">
      <legend>{webhooks.events}</legend>
      {EVENT_TYPES[topic].map((name) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            checked={eventTypes.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          <span className="mono">{name}</span>
        </label>
      ))}
      {eventTypes.length === 0 && <span className="field-error">{own.eventsMissing}</span>}
    </fieldset>
  );
}
