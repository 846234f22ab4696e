import type * as Domain from '../../../domain/merchants/reference-data/reference-data';
import type { IsoCountry } from '../../http/countries';
import type * as Wire from './reference-data.types';

export function presentCategory({ id, name, description }: Domain.Category): Wire.Category {
  return { categoryID: id, name, description: description ?? undefined };
}

/** A trade bloc as `/v2` shows it; countries refer to it. */
export function presentTradeBloc({ id, name, description }: Domain.TradeBloc): Wire.TradeBloc {
  return { id, name, description: description ?? undefined };
}

/** A country as `/v2` shows it, with the blocs that it belongs to. */
export function presentCountry({ id, name }: IsoCountry, blocs: readonly Domain.TradeBloc[]): Wire.Country {
  return { id, name, tradeBlocs: blocs.filter(({ countries }) => countries.includes(id)).map((bloc) => bloc.id) };
}

export function presentServiceProvider(provider: Domain.ServiceProvider): Wire.ServiceProvider {
  return {
    id: provider.id,
    brandName: provider.brandName ?? undefined,
    category: provider.category ?? undefined,
    metadata: (provider.metadata as Wire.ServiceProvider['metadata'] | null) ?? undefined,
  };
}

export function presentPaymentInstitution(institution: Domain.PaymentInstitution): Wire.PaymentInstitution {
  const { id, name, description, residences, realm } = institution;
  return { id, name, description: description ?? undefined, residences, realm };
}

/** The terms of a payment institution, without its routing. */
export function presentPaymentTerms({ terms }: Domain.PaymentInstitution): Wire.PaymentTerms {
  const { currencies, categories } = terms;
  return { currencies, categories };
}
