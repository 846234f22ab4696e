import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure, callOperators, type Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Window } from './dialog';
import { CopyButton, Facts, Moment } from './pieces';
import { readableBody } from './request-body';
import { Empty, Failed, Loading } from './states';

/** An attempt to deliver a message. */
export interface ShownAttempt {
  webhookID: string;
  eventID: string;
  number: number;
}

interface RequestDialogProps {
  attempt: ShownAttempt;
  onClose: () => void;
}

/** The request of a delivery attempt, as far as it is stored and the role may see it. */
export function RequestDialog({ attempt, onClose }: RequestDialogProps): ReactNode {
  const { webhooks, common } = useTexts();
  const { webhookID, eventID, number } = attempt;
  const path = `/webhooks/${encodeURIComponent(webhookID)}/attempts/${encodeURIComponent(eventID)}/${number}`;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['attempt-request', path],
    queryFn: ({ signal }) => callOperators<Schemas['AttemptRequest']>(path, { signal }),
    // The audit log has each read, so the same window reads once.
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const isGone = error instanceof ApiFailure && error.status === 404;
  return (
    <Window title={webhooks.requestTitle} onClose={onClose}>
      {isFetching && <Loading />}
      {!isFetching && isGone && <Empty title={webhooks.requestGone} help={webhooks.requestGoneHelp} />}
      {!isFetching && error && !isGone && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <SentRequest request={data} />}
      <div className="dialog-actions">
        <Button text={common.close} className="button primary" onPress={onClose} />
      </div>
    </Window>
  );
}

function SentRequest({ request }: { request: Schemas['AttemptRequest'] }): ReactNode {
  const { webhooks, common } = useTexts();
  const { url, startedAt, headers, body, isMasked, isErased } = request;
  return (
    <div className="fields">
      {isMasked && <p className="notice">{webhooks.requestMasked}</p>}
      {isErased && <p className="notice">{webhooks.requestErased}</p>}
      <Facts
        rows={[
          [webhooks.url, <code key="url">{`POST ${url}`}</code>],
          [common.when, <Moment key="at" at={startedAt} isExact />],
        ]}
      />
      <section>
        <h3>{webhooks.requestHeaders}</h3>
        <Facts
          rows={headers.map(({ name, value }) => [name, value ?? <i key={name}>{webhooks.notStored}</i>] as const)}
        />
      </section>
      <section>
        <h3>
          {webhooks.requestBody} <CopyButton text={body} subject={webhooks.requestBody} />
        </h3>
        <pre className="value" role="region" aria-label={webhooks.requestBody} tabIndex={0}>
          {readableBody(body)}
        </pre>
      </section>
    </div>
  );
}
