import type { MetaFunction } from '@remix-run/node';
import fences from 'virtual:home-sample';
import { siteConfig, type FlowStep } from '../../site.config';
import { CodeBlock } from '../components/code-block';
import { Page } from '../layout/page';
import { downloadName } from '../site/download-name';
import { describePage } from '../site/head';
import { href } from '../site/href';
import { Words } from '../components/words';
import { Icon } from '../layout/icons';
import { sheets, type RouteHandle } from '../styles/sheets';

export const handle: RouteHandle = { sheet: sheets.home };

export const meta: MetaFunction = () =>
  describePage({ title: siteConfig.title, description: siteConfig.description, path: '/' });

export default function Home() {
  return (
    <Page section="home" className="home">
      <Hero />
      <section className="home-section" aria-labelledby="topics">
        <h2 id="topics">С чего начать</h2>
        <ul className="cards">
          {siteConfig.topics.map(({ title, text, path }) => (
            <li key={path}>
              <a className="card" href={href(path)}>
                <strong>{title}</strong>
                <span>
                  <Words>{text}</Words>
                </span>
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
                <p>
                  <Words>{description}</Words>
                </p>
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

/** Dark in both modes. */
function Hero() {
  return (
    <div className="hero" data-theme="dark">
      <div className="hero-top">
        <div>
          <p className="hero-name">{siteConfig.title}</p>
          <h1>
            <Words>{siteConfig.tagline}</Words>
          </h1>
          <p className="hero-lead">
            <Words>{siteConfig.lead}</Words>
          </p>
          <p className="row hero-actions">
            <a className="button primary" href={href(`/docs${siteConfig.docs[0]?.path ?? ''}`)}>
              Быстрый старт
            </a>
            <a className="button" href={href(`/api/${siteConfig.specifications[0]?.route}`)}>
              Справочник API
            </a>
          </p>
        </div>
        <Flow steps={siteConfig.homeFlow} />
      </div>
      <HomeSample />
    </div>
  );
}

function Flow({ steps }: { steps: readonly FlowStep[] }) {
  return (
    <ol className="flow" aria-label="Путь одного платежа">
      {steps.map(({ title, text, path, before, after }) => (
        <li key={path}>
          <a href={href(path)}>{title}</a>
          <span className="flow-text">
            <Words>{text}</Words>
          </span>
          <span className="flow-state">
            <code className="flow-before" aria-hidden="true">
              {before}
            </code>
            <code className="flow-after">{after}</code>
          </span>
        </li>
      ))}
    </ol>
  );
}

function HomeSample() {
  if (fences.length === 0) return null;
  const { title, text, more } = siteConfig.homeSample;
  return (
    <section className="hero-sample" aria-labelledby="sample">
      <h2 id="sample">{title}</h2>
      <p>
        <Words>{text}</Words> <a href={href(more.path)}>{more.label}</a>
      </p>
      <div className="home-sample">
        {fences.map(({ html, language, title: name }) => (
          <CodeBlock key={language} html={html} language={language} title={name} />
        ))}
      </div>
    </section>
  );
}
