import { useId, useState } from 'react';
import { useCommon } from '../context';

/** Longer texts are collapsed, so that the form stays on the first screen. */
const MAX_SHOWN_LENGTH = 120;

export function LongText({ text, className }: { text: string; className: string }) {
  const { more, less } = useCommon().texts;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > MAX_SHOWN_LENGTH || text.split('\n').length > 2;
  return (
    <div className={className}>
      <p id={id} className={isLong && !isOpen ? 'clamped' : undefined}>
        <bdi>{text}</bdi>
      </p>
      {isLong && (
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? less : more}
        </button>
      )}
    </div>
  );
}
