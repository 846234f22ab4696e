import type { Language } from '../../languages';

type AddressField = 'country' | 'state' | 'city' | 'address' | 'postalCode';

interface AddressTexts {
  /** The name of the group. */
  title: string;
  labels: Record<AddressField, string>;
  problems: Record<AddressField, string>;
}

/** Texts of the billing address, loaded with its fields. */
export const addressTexts: Readonly<Record<Language, AddressTexts>> = {
  ru: {
    title: 'Адрес держателя карты',
    labels: {
      country: 'Страна',
      state: 'Код штата или провинции',
      city: 'Город',
      address: 'Улица, дом, квартира',
      postalCode: 'Почтовый индекс',
    },
    problems: {
      country: 'Выберите страну',
      state: 'Укажите две латинские буквы, например NY',
      city: 'Укажите город',
      address: 'Укажите улицу и дом',
      postalCode: 'Укажите индекс, до 10 знаков',
    },
  },
  en: {
    title: 'Billing address',
    labels: {
      country: 'Country',
      state: 'State or province code',
      city: 'City',
      address: 'Street, building, flat',
      postalCode: 'Postal code',
    },
    problems: {
      country: 'Choose a country',
      state: 'Enter two letters, for example NY',
      city: 'Enter the city',
      address: 'Enter the street and the building',
      postalCode: 'Enter the postal code, up to 10 characters',
    },
  },
  kk: {
    title: 'Карта иесінің мекенжайы',
    labels: {
      country: 'Ел',
      state: 'Штат немесе провинция коды',
      city: 'Қала',
      address: 'Көше, үй, пәтер',
      postalCode: 'Пошта индексі',
    },
    problems: {
      country: 'Елді таңдаңыз',
      state: 'Екі латын әрпін жазыңыз, мысалы NY',
      city: 'Қаланы жазыңыз',
      address: 'Көше мен үйді жазыңыз',
      postalCode: 'Индексті жазыңыз, 10 таңбаға дейін',
    },
  },
};
