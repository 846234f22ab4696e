import { href } from '../app/site/href';
import type { Picture, PictureFile } from './pictures';

/** Named pictures side by side, in the mode of the site; a browser loads those of the other mode only when it changes. */
export function PicturesRow({ names, pictures }: { names: string; pictures: Readonly<Record<string, Picture>> }) {
  return (
    <div className="pictures" tabIndex={0} role="group" aria-label="Снимки страниц">
      {names.split(/\s+/).map((name) => {
        const picture = pictures[name];
        if (!picture) throw new Error(`content/pictures/pictures.json has no picture "${name}"`);
        return (
          <figure key={name}>
            <Image file={picture.light} alt={picture.alt} className="only-light" />
            <Image file={picture.dark} alt={picture.alt} className="only-dark" />
            <figcaption className="help">{picture.title}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}

function Image({ file, alt, className }: { file: PictureFile; alt: string; className: string }) {
  const { path, width, height } = file;
  return <img {...{ alt, className, width, height }} src={href(`/${path}`)} loading="lazy" decoding="async" />;
}
