import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import { Button } from '../../parts/button';

/** Files by a button, which the keyboard reaches, or dropped. */
export function FileDrop({ onChosen }: { onChosen: (files: readonly File[]) => void }): ReactNode {
  const { chargeback: texts } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = (): void => {
    onChosen([...(input.current?.files ?? [])]);
    // The same file may be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onChosen([...event.dataTransfer.files]);
  };
  return (
    <div className={`file-drop ${isOver ? 'over' : ''}`} onDragOver={drag} onDragLeave={drag} onDrop={drag}>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".pdf,.jpg,.jpeg,.png"
        aria-label={texts.choose}
        onChange={choose}
      />
      <Button text={texts.choose} onPress={() => input.current?.click()} />
      <span>{texts.drop}</span>
      <p className="help">{texts.rules}</p>
    </div>
  );
}
