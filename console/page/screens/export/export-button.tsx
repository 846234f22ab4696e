import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { daysAgo } from '../../parts/days';
import { countText } from '../../parts/format';
import { readTimeZone } from '../../parts/shop-time-zone';
import { ErrorNotice } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import type { ExportSource } from './csv-file';

interface ExportButtonProps<Row> {
  /** Of the file. */
  name: string;
  /** Its time zone is that of the file; without a shop it is the reader's. */
  shopID?: string | undefined;
  label?: string;
  /** Until it is known whose list it is, the button keeps its place. */
  isDisabled?: boolean;
  /** Loads the columns with the code that writes them. */
  load: () => Promise<ExportSource<Row>>;
}

/** Saves a merchant's list, with its filter, as CSV. */
export function ExportButton<Row>(props: ExportButtonProps<Row>): ReactNode {
  const { name, shopID, label, isDisabled = false, load } = props;
  const { lists } = useTexts();
  const { person } = useSession();
  const announce = useAnnounce();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const [{ columns, read }, csv, timeZone] = await Promise.all([
        load(),
        import('./csv-file'),
        readTimeZone(shopID),
      ]);
      const { rows, isCut } = await csv.readRows(read);
      csv.saveFile(`${name}-${daysAgo(0, timeZone)}${isCut ? '-part' : ''}.csv`, csv.writeCsv(columns, rows, timeZone));
      return { count: rows.length, isCut };
    },
    onSuccess: ({ count, isCut }) => isCut || announce(lists.exported(countText(count))),
  });
  if (person.kind !== 'merchant') return null;
  return (
    <>
      <Button
        text={isPending ? lists.exporting : lists.export}
        aria-label={label}
        disabled={isDisabled}
        aria-disabled={isPending}
        onPress={() => isPending || mutate()}
      />
      {data?.isCut && (
        <p role="alert" className="notice">
          {lists.exportCut(countText(data.count))}
        </p>
      )}
      <ErrorNotice error={error} />
    </>
  );
}
