import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Moment } from './pieces';

export type ShownSession = Omit<Schemas['OperatorSession'], 'sessionID'>;

const BROWSERS = /(YaBrowser|Edg|OPR|Firefox|Chrome|Safari)\w*\/(\d+)/g;
const SYSTEMS = /Windows|Android|iPhone|iPad|Mac OS X|Linux/;

/** «Firefox 131, Windows»; the first name of the list that a browser gives is its own. */
function browserName(agent: string): string {
  const found = [...agent.matchAll(BROWSERS)].sort(([, one], [, other]) => rank(one) - rank(other))[0];
  const system = SYSTEMS.exec(agent)?.[0];
  return found ? [`${found[1]} ${found[2]}`, system].filter(Boolean).join(', ') : agent;
}

function rank(name = ''): number {
  return BROWSERS.source.indexOf(name);
}

/** Browser, address and times of a sign-in. */
export function SessionPlace({ address, browser, startedAt, seenAt }: ShownSession): ReactNode {
  const { own } = useTexts();
  return (
    <>
      <span title={browser}>{browserName(browser)}</span> <code>{address}</code>
      <span className="help">
        {own.sessions.since} <Moment at={startedAt} />, {own.sessions.seen} <Moment at={seenAt} />
      </span>
    </>
  );
}
