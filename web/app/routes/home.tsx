import type { MetaFunction } from '@remix-run/node';
import { siteConfig } from '../../site.config';
import { Page } from '../layout/page';
import { downloadName } from '../site/download-name';
import { describePage } from '../site/head';
import { href } from '../site/href';
import { Icon } from '../layout/icons';

export const meta: MetaFunction = () =>
  describePage({ title: siteConfig.title, description: siteConfig.description, path: '/' });

export default function Home() {
  return (
    <Page section="home" className="home">
      <div className="hero">
        <h1>{siteConfig.title}</h1>
        <p className="hero-tagline">{siteConfig.tagline}</p>
        <p className="hero-actions">
          <a className="button" href={href(`/docs${siteConfig.docs[0]?.path ?? ''}`)}>
            Начать интеграцию
          </a>
          <a className="button secondary" href={href(`/api/${siteConfig.specifications[0]?.route}`)}>
            Справочник API
          </a>
        </p>
      </div>
      <section className="home-section" aria-labelledby="topics">
        <h2 id="topics">С чего начать</h2>
        <ul className="cards">
          {siteConfig.topics.map(({ title, text, path }) => (
            <li key={path}>
              <a className="card" href={href(path)}>
                <strong>{title}</strong>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="home-section" aria-labelledby="references">
        <h2 id="references">Справочники</h2>
        <ul className="references">
          {siteConfig.specifications.map(({ route, title, description, source }) => (
            <li key={route}>
              <div>
                <a href={href(`/api/${route}`)}>{title}</a>
                <p>{description}</p>
              </div>
              <a className="download" href={href(`/specs/${source}`)} download={downloadName(source)}>
                <Icon name="download" /> OpenAPI<span className="visually-hidden">: {title}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
