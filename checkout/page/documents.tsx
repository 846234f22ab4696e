import { renderToStaticMarkup } from 'react-dom/server';
import { Outline } from './parts/outline';
import { texts as en } from './texts/en';
import { texts as kk } from './texts/kk';
import { texts as ru } from './texts/ru';

export const documents = [ru, en, kk].map((texts) => ({
  language: texts.language,
  title: texts.title,
  description: texts.description,
  outline: renderToStaticMarkup(<Outline texts={texts} />),
}));
