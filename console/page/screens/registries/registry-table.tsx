import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { countText } from '../../parts/format';
import { Moment, Status } from '../../parts/pieces';
import { DataTable, column } from '../../parts/table';
import { useSession } from '../../session/session';
import { errorText } from '../../parts/states';
import { language, useTexts, type ConsoleTexts } from '../../texts/texts';
import { formatsOf, linkFile, type FileFormat, type ShownRegistry } from './registry-source';

const TONES: Readonly<Record<string, string>> = { created: 'succeeded', canceled: 'failed' };
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

export function RegistryTable({ rows }: { rows: ShownRegistry[] }): ReactNode {
  const texts = useTexts();
  const columns = useMemo(() => columnsOf(texts), [texts]);
  return <DataTable caption={texts.nav.registries} columns={columns} rows={rows} getRowID={({ id }) => String(id)} />;
}

function columnsOf({ registries, common }: ConsoleTexts): ColumnDef<ShownRegistry>[] {
  return [
    column('kind', registries.kind, ({ kind }) => registries.kinds[kind]),
    column('status', common.status, (row) => <State row={row} />),
    column('files', registries.files, (row) => <Files row={row} />),
    column('period', registries.period, (row) => <Period row={row} />),
    column('owner', registries.scope, ({ ownerID }) => ownerID || common.all),
    column('rows', registries.rows, ({ rowCount }) => countText(rowCount), 'number'),
    column('kept', registries.keptUntil, ({ expiresAt }) => <Moment at={expiresAt} />),
    column('ordered', registries.orderedAt, ({ createdAt }) => <Moment at={createdAt} />),
  ];
}

/** The last day, because people name the end of a period by a day that belongs to it. */
function Period({ row: { from, to } }: { row: ShownRegistry }): ReactNode {
  return <span className="no-wrap">{days.formatRange(new Date(from), new Date(Date.parse(to) - 1))}</span>;
}

function State({ row: { status, progress } }: { row: ShownRegistry }): ReactNode {
  const { registries } = useTexts();
  if (status === 'pending') {
    const text = registries.building(progress);
    return (
      <span className="progress">
        <span className="no-wrap">{text}</span>
        <progress value={progress} max={100} aria-label={text} />
      </span>
    );
  }
  return (
    <>
      <Status status={TONES[status] ?? status} text={registries.statuses[status] ?? status} />
      {status === 'canceled' && <span className="entry-more">{registries.again}</span>}
    </>
  );
}

function Files({ row }: { row: ShownRegistry }): ReactNode {
  const texts = useTexts();
  const { registries } = texts;
  const { person } = useSession();
  const announce = useAnnounce();
  if (row.status !== 'created') return null;
  const download = async (format: FileFormat): Promise<void> => {
    const link = document.createElement('a');
    Object.assign(link, { href: await linkFile(person.kind, row, format), download: '' });
    link.click();
  };
  return (
    <span className="row-actions">
      {formatsOf(row.kind).map((format) => (
        <Button
          key={format}
          text={format.toUpperCase()}
          aria-label={`${registries.download(format.toUpperCase())}: ${registries.kinds[row.kind]} ${row.id}`}
          onPress={() => download(format).catch(async (error: unknown) => announce(await errorText(error, texts)))}
        />
      ))}
    </span>
  );
}
