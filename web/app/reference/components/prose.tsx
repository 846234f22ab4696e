import { renderProse } from '../prose';

export function Prose({ text, className }: { text: string; className?: string }) {
  if (!text) return null;
  return (
    <div className={className ? `text ${className}` : 'text'} dangerouslySetInnerHTML={{ __html: renderProse(text) }} />
  );
}
