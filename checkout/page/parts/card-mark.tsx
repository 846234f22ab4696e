import type { CardRange } from '../../../domain/payments/card/card-ranges';
import { BrandMark } from '../../../ui/brand-mark';
import { CardIcon } from './icons';

export function CardMark({ brand }: { brand: CardRange | undefined }) {
  return (
    <span className="mark" data-brand={brand?.system}>
      {brand ? <BrandMark system={brand.system} /> : <CardIcon />}
      {brand && <span className="visually-hidden">{brand.name}</span>}
    </span>
  );
}
