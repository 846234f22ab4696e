import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { ReasonButton } from '../../parts/actions';
import { Differences } from '../../parts/differences';
import { moneyText } from '../../parts/format';
import { CopyID, Facts, Moment, Status } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { describeFindingFacts, upperFirst } from '../payment/timeline-words';
import { pathOfFound } from '../search/found-path';
import { AdministrationScreen } from './administration-screen';

type Finding = Schemas['ReconciliationFinding'];

/** A finding with what both sides say, for the person who resolves it. */
export function FindingScreen(): ReactNode {
  const { types, queue } = useTexts();
  const { has } = useSession();
  const { findingID = '' } = useParams();
  const path = `/reconciliation/findings/${encodeURIComponent(findingID)}`;
  const query = useOperated<Finding>(path);
  const finding = query.data;
  const resolve = finding?.status === 'open' && has('finance') && (
    <ReasonButton text={queue.resolve} help={queue.resolveHelp} onSubmit={`${path}/resolve`} />
  );
  const title = finding ? queue.findings[finding.kind] : types.finding;
  return (
    <AdministrationScreen title={upperFirst(title)} actions={resolve}>
      <QueryState query={query} rows={8} />
      {finding && (
        <>
          <BothSides finding={finding} />
          <FindingFacts finding={finding} />
        </>
      )}
    </AdministrationScreen>
  );
}

function BothSides({ finding }: { finding: Finding }): ReactNode {
  const texts = useTexts();
  const { administration, settlement, common, findings, payment } = texts;
  const { facts, currency, connectorAmount, recordedAmount, connectorReference, differences = [] } = finding;
  const { recordedStatus, recordedCurrency, recordedReference, statement, ...others } = facts;
  const sum = (amount: number | undefined, unit = currency): string =>
    amount === undefined || unit === undefined ? '' : moneyText(amount, unit);
  const rows = [
    { name: common.amount, before: sum(recordedAmount, recordedCurrency), after: sum(connectorAmount) },
    {
      ...{ name: common.status, before: recordedStatus ?? '' },
      after: statement === undefined ? '' : findings.statement[statement],
    },
    {
      ...{ name: common.currency, before: recordedCurrency ?? '' },
      after: recordedCurrency === undefined ? '' : (currency ?? ''),
    },
    { name: payment.reference, before: recordedReference ?? '', after: connectorReference ?? '' },
    ...differences.map(({ fact, requested, answered = '' }) => ({
      ...{ name: administration.answerFacts[fact], before: requested, after: answered },
    })),
  ].filter(({ before, after }) => before !== '' || after !== '');
  const rest = describeFindingFacts(others, texts);
  return (
    <section>
      <h2>{administration.bothSides}</h2>
      <Differences
        {...{ caption: administration.bothSides, rows }}
        sides={[settlement.recorded, settlement.atAcquirer]}
      />
      <p>{[...rest, facts.text].filter(Boolean).join(', ')}</p>
    </section>
  );
}

function FindingFacts({ finding }: { finding: Finding }): ReactNode {
  const { administration, audit, common, findings, payment, types } = useTexts();
  const { id, connector, status, subject, operationID, operationAt, foundAt, resolution, resolvedBy } = finding;
  const [type = '', subjectID = ''] = subject.split('/');
  const path = pathOfFound({ type, id: subjectID });
  const name = `${types[type as keyof typeof types] ?? type} ${subjectID}`;
  return (
    <Facts
      rows={[
        [common.status, <Status key="status" status={status} text={findings.statuses[status]} />],
        [payment.connector, <code key="connector">{connector}</code>],
        [audit.subject, path === undefined ? name : <Link to={path}>{name}</Link>],
        [administration.operation, <CopyID key="operation" id={operationID} />],
        [administration.operationAt, <Moment key="at" at={operationAt} isExact />],
        [administration.foundAt, <Moment key="found" at={foundAt} isExact />],
        [administration.resolvedBy, resolvedBy && <code key="by">{resolvedBy}</code>],
        [common.reason, resolution],
        ['ID', <CopyID key="id" id={id} />],
      ]}
    />
  );
}
