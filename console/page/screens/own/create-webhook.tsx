import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import { FieldsDialog } from '../administration/fields-dialog';
import { useOwnShops } from './own-shops';
import { COMMON_EVENT_TYPES, createOwnWebhook, EVENT_TYPES, isOfWallets } from './own-webhooks';
import type { OwnIdentity, OwnTopic } from './own-webhooks';

interface CreateWebhookDialogProps {
  identities: OwnIdentity[];
  onClose: () => void;
}

/** The owners and the events follow from the topic. */
export function CreateWebhookDialog({ identities, onClose }: CreateWebhookDialogProps): ReactNode {
  const { own, common, types, webhooks } = useTexts();
  const client = useQueryClient();
  const { data } = useOwnShops();
  const [topic, setTopic] = useState<OwnTopic>('InvoicesTopic');
  const shops = data?.shops.map(({ id, details }) => ({ id, name: details.name })) ?? [];
  const owners = isOfWallets(topic) ? identities : shops;
  const topics = (Object.keys(EVENT_TYPES) as OwnTopic[]).filter((each) => identities.length > 0 || !isOfWallets(each));
  return (
    <FieldsDialog
      {...{
        title: own.create,
        submit: own.create,
        doneTitle: own.created,
        help: own.urlHelp,
        hasReason: false,
        onClose,
      }}
      fields={[
        {
          ...{ name: 'url', title: own.url, value: '' },
          input: { type: 'url', placeholder: 'https://shop.example/webhook' },
        },
        {
          ...{ name: 'topic', title: own.topic, value: topic },
          options: topics.map((each) => [each, own.topics[each] ?? each] as const),
        },
        {
          ...{ name: 'ownerID', title: isOfWallets(topic) ? types.identity : common.shop, value: owners[0]?.id ?? '' },
          options: owners.map(({ id, name }) => [id, `${name} (${id})`] as const),
        },
        {
          ...{ name: 'eventTypes', title: webhooks.events, value: COMMON_EVENT_TYPES[topic].join(), isSeveral: true },
          options: EVENT_TYPES[topic].map((each) => [each, each] as const),
        },
      ]}
      onChange={(values) => setTopic(values['topic'] as OwnTopic)}
      onSubmit={async ({ url = '', ownerID = '', eventTypes = '' }) => {
        const { publicKey } = await createOwnWebhook({ topic, ownerID, url, eventTypes: eventTypes.split(',') });
        await client.invalidateQueries({ queryKey: ['own-webhooks'] });
        return (
          <>
            <p className="help">{own.createdHelp}</p>
            <pre className="value">{publicKey}</pre>
          </>
        );
      }}
    />
  );
}
