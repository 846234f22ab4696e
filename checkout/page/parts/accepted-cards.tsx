import { getCardRange } from '../../../domain/payments/card/card-ranges';
import { useCommon } from '../context';
import { CardMark } from './card-mark';

const MAX_MARKS = 5;

/** The marks of the accepted card systems, which their names beside the field repeat for screen readers. */
export function AcceptedMarks({ systems }: { systems: readonly string[] }) {
  const brands = getBrands(systems);
  return (
    <span className="systems" aria-hidden="true">
      {brands.slice(0, MAX_MARKS).map((brand) => (
        <CardMark key={brand.system} brand={brand} />
      ))}
      {brands.length > MAX_MARKS && <span className="help">+{brands.length - MAX_MARKS}</span>}
    </span>
  );
}

export function AcceptedNames({ systems }: { systems: readonly string[] }) {
  const { accepted } = useCommon().texts.fields;
  const names = getBrands(systems).map(({ name }) => name);
  return names.length > 0 ? <p className="visually-hidden">{accepted(names.join(', '))}</p> : null;
}

function getBrands(systems: readonly string[]) {
  return systems.flatMap((system) => getCardRange(system) ?? []);
}
