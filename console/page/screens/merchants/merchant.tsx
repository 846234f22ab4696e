import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { PageTitle, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { TestMark } from '../../parts/realm';
import { Empty, QueryState } from '../../parts/states';
import { Together } from '../../parts/together';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { EntityActions } from './entity-actions';
import { Keys } from './keys';
import { RequestLimits } from './limits';
import { fieldOf, isBlocked, type Entity } from './merchants';
import { ButtonLink } from '../../parts/links';

/** A party with its shops, contracts and keys. */
export function Merchant(): ReactNode {
  const { merchants, nav } = useTexts();
  const { partyID = '' } = useParams();
  const query = useOperators<Entity>(`/configuration/parties/${encodeURIComponent(partyID)}`);
  return (
    <>
      <PageTitle title={`${fieldOf(query.data ?? NOTHING, 'name') || partyID}`}>
        <div className="row-actions">
          <EntityActions type="party" entity={query.data ?? NOTHING} isDisabled={!query.data} />
          <ButtonLink to={`/webhooks${toQuery({ partyID })}`} text={nav.webhooks} />
          <ButtonLink to={`/audit${toQuery({ subjectType: 'party', subjectID: partyID })}`} text={merchants.history} />
        </div>
      </PageTitle>
      <QueryState query={query} />
      {query.data && (
        <Together>
          <EntityState entity={query.data} />
          <Entities kind="shops" partyID={partyID} />
          <Entities kind="contracts" partyID={partyID} />
          <Keys partyID={partyID} />
          <RequestLimits partyID={partyID} />
        </Together>
      )}
    </>
  );
}

const NOTHING: Entity = { id: '', version: 0, value: {} };

function EntityState({ entity }: { entity: Entity }): ReactNode {
  const { merchants } = useTexts();
  const state = isBlocked(entity) ? 'blocked' : 'active';
  return (
    <p className="entity-state">
      <Status status={state} text={merchants[state]} />
      <code>{entity.id}</code>
      <span className="help">{merchants.version(entity.version)}</span>
    </p>
  );
}

function Entities({ kind, partyID }: { kind: 'shops' | 'contracts'; partyID: string }): ReactNode {
  const { merchants } = useTexts();
  const { has } = useSession();
  const path = `/configuration/${kind}${toQuery({ partyID, limit: 1000 })}`;
  const query = useOperators<Schemas['ConfiguredEntities']>(path);
  return (
    <section>
      <div className="section-title">
        <h2>{merchants[kind]}</h2>
        {kind === 'shops' && has('configuration') && (
          <ButtonLink to={`/onboarding${toQuery({ partyID })}`} text={merchants.addShop} />
        )}
      </div>
      <QueryState query={query} rows={2} />
      {query.data?.result.length === 0 && (
        <Empty title={kind === 'shops' ? merchants.noShops : merchants.noContracts} />
      )}
      <ul className="cards">
        {query.data?.result.map((entity) => (
          <EntityCard key={entity.id} kind={kind} entity={entity} />
        ))}
      </ul>
    </section>
  );
}

function EntityCard({ kind, entity }: { kind: 'shops' | 'contracts'; entity: Entity }): ReactNode {
  const { merchants, nav } = useTexts();
  return (
    <li className="card">
      <div className="card-main">
        <p className="card-title">
          <span>{fieldOf(entity, 'name') || entity.id}</span> {kind === 'shops' && <TestMark shopID={entity.id} />}
        </p>
        {kind === 'shops' ? <EntityState entity={entity} /> : <code>{entity.id}</code>}
        <details>
          <summary>{merchants.settings}</summary>
          <pre className="value">{JSON.stringify(entity.value, null, 2)}</pre>
        </details>
      </div>
      <div className="row-actions">
        <EntityActions type={kind === 'shops' ? 'shop' : 'contract'} entity={entity} />
        {kind === 'shops' && (
          <>
            <ButtonLink to={`/payments${toQuery({ shopID: entity.id })}`} text={nav.payments} />
            <ButtonLink to={encodeURIComponent(entity.id)} text={merchants.goLive} subject={entity.id} />
          </>
        )}
        <ButtonLink
          to={`/audit${toQuery({ subjectType: kind === 'shops' ? 'shop' : 'contract', subjectID: entity.id })}`}
          text={nav.audit}
          subject={entity.id}
        />
      </div>
    </li>
  );
}
