import { renderToStaticMarkup } from 'react-dom/server';
import { Outline } from './parts/outline';
import { documentTexts } from './texts/document-texts';
import { texts as en } from './texts/en';
import { texts as kk } from './texts/kk';
import { texts as ru } from './texts/ru';

export const documents = [ru, en, kk].map((texts) => ({
  language: texts.language,
  title: texts.title,
  description: documentTexts[texts.language].description,
  outline: renderToStaticMarkup(<Outline texts={texts} own={documentTexts[texts.language]} />),
}));
