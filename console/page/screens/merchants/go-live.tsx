import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { describeGoLive } from '../../../../ui/checks/describe';
import type { Schemas } from '../../api/client';
import { Button } from '../../parts/button';
import { momentText } from '../../parts/format';
import { PartyLink } from '../../parts/links';
import { PageTitle, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';

type Line = Schemas['GoLiveListLine'];

const TONES = { done: 'active', toDo: 'blocked', notKnown: 'pending' } as const;

/** What a shop needs before it takes real money. Each read sends test calls, so it is not repeated automatically. */
export function GoLive(): ReactNode {
  const { merchants } = useTexts();
  const { partyID = '', shopID = '' } = useParams();
  const path = `/shops/${encodeURIComponent(shopID)}/go-live`;
  const query = useOperators<Schemas['GoLiveList']>(path, { refetchOnWindowFocus: false });
  return (
    <>
      <PageTitle title={`${merchants.goLive}: ${shopID}`}>
        <div className="row-actions">
          <PartyLink partyID={partyID} />
          <Button text={merchants.lookAgain} disabled={query.isFetching} onPress={() => query.refetch()} />
        </div>
      </PageTitle>
      <QueryState query={query} rows={9} />
      <ul className="lines list-below">
        {query.data?.lines.map((line, index) => (
          <li key={index}>
            <GoLiveLine line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

function GoLiveLine({ line: { check, state, fact } }: { line: Line }): ReactNode {
  const { checks } = useTexts();
  const known = fact as Parameters<typeof describeGoLive>[1];
  const { found, remedy } = describeGoLive(checks.goLiveWords, known, momentText);
  return (
    <div className="card-main">
      <p className="card-title">
        {`${checks.goLiveChecks[check]} `}
        <Status status={TONES[state]} text={checks.goLiveStates[state]} />
      </p>
      <p>{found}</p>
      {remedy !== undefined && <p className="help">{remedy}</p>}
    </div>
  );
}
