import type { Request } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { apiBase, callApi, personHeaders, unanswered } from './api-client';
import { ConsoleRefusal } from './refusal';
import { bearerOf, type ConsoleSession } from './session';

const MAX_BROWSER_LENGTH = 300;

/** The API's record of sessions, which ends a session for every copy of its cookie. */
export class SessionRecords {
  constructor(private readonly environment: ConsoleEnvironment) {}

  async begin(request: Request, session: ConsoleSession): Promise<void> {
    const browser = (request.get('User-Agent') ?? '').slice(0, MAX_BROWSER_LENGTH);
    await this.call(request, session, { method: 'PUT', id: session.id, body: { address: request.ip ?? '', browser } });
  }

  /** @throws ConsoleRefusal sessionEnded; a page that only polls does not prolong the session of an absent person */
  async assertLive(request: Request, session: ConsoleSession): Promise<void> {
    const isBackground = request.get('X-Background') !== undefined;
    await this.call(request, session, {
      id: session.id,
      ...(isBackground ? { headers: { 'X-Background': '1' } } : {}),
    });
  }

  async list(request: Request, session: ConsoleSession): Promise<{ id: string }[]> {
    return (await (await this.call(request, session, {})).json()) as { id: string }[];
  }

  /** Ends one session of the person, or all. */
  async end(request: Request, session: ConsoleSession, id?: string): Promise<void> {
    await this.call(request, session, { method: 'DELETE', ...(id === undefined ? {} : { id }) });
  }

  private async call(
    request: Request,
    session: ConsoleSession,
    { method = 'GET', id, body, headers }: { method?: string; id?: string; body?: object; headers?: object },
  ): Promise<globalThis.Response> {
    const path = `/console/v1/sessions${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
    const answer = await callApi(apiBase(this.environment) + path, {
      method,
      headers: {
        ...{ Authorization: `Bearer ${bearerOf(session)}`, ...personHeaders(request) },
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if ([401, 403, 404].includes(answer.status)) throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
    if (!answer.ok) throw unanswered(answer);
    return answer;
  }
}
