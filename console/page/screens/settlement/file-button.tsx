import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { Button } from '../../parts/button';
import { fetchWithProgress } from '../../parts/upload';
import { useTexts } from '../../texts/texts';

interface FileButtonProps {
  text: string;
  /** The name of the file for screen readers. */
  label: string;
  accept: string;
  isBusy: boolean;
  /** How much of it is sent. */
  percent: number | undefined;
  onChosen: (file: File) => void;
}

/** Sends a file as soon as it is chosen. */
export function FileButton({ text, label, accept, isBusy, percent, onChosen }: FileButtonProps): ReactNode {
  const { common } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => {
    const file = input.current?.files?.[0];
    if (file) onChosen(file);
    // The same file may be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input ref={input} type="file" hidden accept={accept} aria-label={label} onChange={choose} />
      <Button
        text={isBusy ? [common.loading, percent !== undefined && `${percent} %`].filter(Boolean).join(' ') : text}
        className="button primary"
        aria-disabled={isBusy}
        onPress={() => input.current?.click()}
      />
    </>
  );
}

/** Sends a file to an operation of the operators' API. */
export function useUpload<Answer>(path: string, onSuccess: (answer: Answer) => Promise<void>) {
  const [percent, setPercent] = useState<number>();
  const { mutate, error, isPending } = useMutation({
    onMutate: () => setPercent(undefined),
    mutationFn: async (file: File) =>
      callOperators<Answer>(path, { method: 'POST', file, fetch: fetchWithProgress(setPercent) }),
    onSuccess,
  });
  return { mutate, error, percent, isBusy: isPending };
}
