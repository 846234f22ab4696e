import { useState, type ReactNode } from 'react';
import { ApiFailure, callApi, toQuery, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { countText } from '../../parts/format';
import { Dated, Moment } from '../../parts/pieces';
import { ErrorNotice, ErrorText } from '../../parts/states';
import { fetchWithProgress } from '../../parts/upload';
import { useTexts } from '../../texts/texts';
import { FileDrop } from './file-drop';

const ConfirmDialog = lazyDialog(async () => (await import('../own/confirm-dialog')).ConfirmDialog);

type Document = Schemas['EvidenceDocument'];

interface DocumentsProps {
  evidence: Schemas['EvidenceSet'];
  /** The operation of the documents, such as `/v2/processing/…/evidence`. */
  path: string;
  mayChange: boolean;
  onChanged: () => Promise<void>;
}

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_NAME = 255;

/** A file that is being sent, or why it was not added. */
interface Upload {
  key: string;
  name: string;
  percent?: number;
  error?: unknown;
}

/** The documents of a chargeback: added one by one, each with its own failure, until they are sent. */
export function Documents({ evidence, path, mayChange, onChanged }: DocumentsProps): ReactNode {
  const { chargeback: texts } = useTexts();
  const { isOpen, sentAt, documents } = evidence;
  const isChangeable = isOpen && mayChange;
  const { uploads, upload, hide } = useUploads(path, onChanged);
  const announce = useAnnounce();
  const send = async (): Promise<void> => {
    await callApi(`${path}/send`, { method: 'POST' });
    announce(texts.sent);
    await onChanged();
  };
  return (
    <section aria-label={texts.documents}>
      <div className="section-title">
        <h2>{texts.documents}</h2>
        {isChangeable && documents.some((each) => each.sentAt === undefined) && (
          <DialogButton text={texts.send} className="button primary">
            {(onClose) => (
              <ConfirmDialog
                {...{ title: texts.send, submit: texts.send, isDangerous: false, onSubmit: send, onClose }}
                help={<p>{texts.sendHelp}</p>}
              />
            )}
          </DialogButton>
        )}
      </div>
      <p className="help">
        {sentAt !== undefined && (
          <>
            {texts.sentAt}: <Moment at={sentAt} />
          </>
        )}
        {sentAt === undefined && (isOpen ? texts.notSent : texts.closed)}
      </p>
      {documents.length === 0 && uploads.length === 0 && <p>{texts.noDocuments}</p>}
      <ul className="lines">
        {documents.map((document) => (
          <DocumentLine key={document.id} {...{ document, path, isChangeable, onChanged }} />
        ))}
        {uploads.map((each) => (
          <UploadLine key={each.key} upload={each} onHide={() => hide(each.key)} />
        ))}
      </ul>
      {isChangeable && <FileDrop onChosen={(files) => void upload(files)} />}
    </section>
  );
}

function useUploads(path: string, onChanged: () => Promise<void>) {
  const { chargeback: texts } = useTexts();
  const announce = useAnnounce();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const hide = (key: string): void => setUploads((known) => known.filter((each) => each.key !== key));
  const change = (key: string, changed: Partial<Upload>): void =>
    setUploads((known) => known.map((each) => (each.key === key ? { ...each, ...changed } : each)));
  const send = async ({ key, file }: { key: string; file: File }): Promise<void> => {
    try {
      // What the API would refuse anyway needs no minutes of a phone's network.
      if (file.size > MAX_BYTES) throw new ApiFailure(400, 'evidenceFileTooLarge', '');
      const query = toQuery({ fileName: file.name.slice(-MAX_NAME) });
      await callApi<Document>(`${path}${query}`, {
        ...{ method: 'POST', file, fetch: fetchWithProgress((percent) => change(key, { percent })) },
      });
      hide(key);
      announce(texts.added(file.name));
      await onChanged();
    } catch (error) {
      change(key, { error });
      announce(texts.notAdded(file.name));
    }
  };
  const upload = async (files: readonly File[]): Promise<void> => {
    const chosen = files.map((file) => ({ key: crypto.randomUUID(), file }));
    setUploads((known) => [...known, ...chosen.map(({ key, file }) => ({ key, name: file.name }))]);
    for (const each of chosen) await send(each);
  };
  return { uploads, upload, hide };
}

function UploadLine({ upload: { name, percent, error }, onHide }: { upload: Upload; onHide: () => void }): ReactNode {
  const { chargeback: texts } = useTexts();
  if (error === undefined) {
    return (
      <li>
        <span>{texts.sending(name)}</span>
        <progress aria-label={texts.sending(name)} value={percent} max={100} />
        {percent !== undefined && `${percent} %`}
      </li>
    );
  }
  return (
    <li className="notice danger">
      <b>{name}</b>
      <ErrorText error={error} />
      <Button text={texts.hide} className="small-button" aria-label={`${texts.hide}: ${name}`} onPress={onHide} />
    </li>
  );
}

interface DocumentLineProps extends Pick<DocumentsProps, 'path' | 'onChanged'> {
  document: Document;
  isChangeable: boolean;
}

function DocumentLine({ document, path, isChangeable, onChanged }: DocumentLineProps): ReactNode {
  const { chargeback: texts, lists } = useTexts();
  const announce = useAnnounce();
  const [error, setError] = useState<unknown>();
  const { id, fileName, size, addedBy, addedWith, addedAt, sentAt, forwardedAt, stage } = document;
  const one = `${path}/${encodeURIComponent(id)}`;
  const remove = async (): Promise<void> => {
    try {
      await callApi(one, { method: 'DELETE' });
      announce(texts.removed(fileName));
      await onChanged();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <li>
      <a href={`/api${one}/content`} download={fileName} aria-label={`${texts.download}: ${fileName}`}>
        {fileName}
      </a>
      <span>{texts.size(countText(Math.ceil(size / 1024)))}</span>
      <span>{lists.stages[stage] ?? stage}</span>
      <span>
        {texts.addedBy[addedBy]} {addedWith !== undefined && <code>{addedWith}</code>} <Moment at={addedAt} />
      </span>
      {sentAt !== undefined && <Dated text={texts.sentAt} at={sentAt} />}
      {forwardedAt !== undefined && <Dated text={texts.forwardedAt} at={forwardedAt} />}
      {isChangeable && sentAt === undefined && (
        <Button
          text={texts.remove}
          className="small-button"
          aria-label={`${texts.remove}: ${fileName}`}
          onPress={remove}
        />
      )}
      <ErrorNotice error={error} />
    </li>
  );
}
