import { typeset, UNBROKEN_NAME } from '../site/typography';

/** Text with the typography of prose, whose names with a hyphen stay on one line. */
export function Words({ children }: { children: string }) {
  return typeset(children)
    .split(UNBROKEN_NAME)
    .map((piece, index) =>
      index % 2 === 1 ? (
        <span key={index} className="nowrap">
          {piece}
        </span>
      ) : (
        piece
      ),
    );
}
