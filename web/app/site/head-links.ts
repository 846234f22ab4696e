import type { LinkDescriptor } from '@remix-run/node';
import cyrillic from '../../../ui/fonts/text-cyrillic.woff2?url';
import latin from '../../../ui/fonts/text-latin.woff2?url';
import { siteConfig } from '../../site.config';
import { href } from './href';

export const MANIFEST_PATH = 'site.webmanifest';

/** Icons, and the fonts of text, which are used only if they arrive before the first paint. */
export function headLinks(): LinkDescriptor[] {
  const { favicon, icons } = siteConfig;
  return [
    ...[latin, cyrillic].map((file) => ({
      rel: 'preload' as const,
      href: file,
      as: 'font' as const,
      type: 'font/woff2',
      crossOrigin: 'anonymous' as const,
    })),
    ...(icons ? [{ rel: 'icon', href: href(icons.ico), sizes: '32x32' }] : []),
    { rel: 'icon', href: href(favicon), ...(favicon.endsWith('.svg') ? { type: 'image/svg+xml' } : {}) },
    ...(icons
      ? [
          { rel: 'apple-touch-icon', href: href(icons.apple) },
          { rel: 'manifest', href: href(`/${MANIFEST_PATH}`) },
        ]
      : []),
  ];
}

export function webManifest(): object {
  const { title, tagline, baseUrl, icons } = siteConfig;
  return {
    name: `${title} – ${tagline}`,
    short_name: title,
    start_url: baseUrl,
    display: 'browser',
    theme_color: icons?.themeColor,
    background_color: icons?.themeColor,
    icons: icons?.large.map((side) => ({
      src: href(`/icon-${side}.png`),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  };
}
