import cyrillicExt from '../../ui/fonts/text-cyrillic-ext.woff2?url';
import cyrillic from '../../ui/fonts/text-cyrillic.woff2?url';
import latin from '../../ui/fonts/text-latin.woff2?url';
import { addLateFont } from '../../ui/late-font';

/* Loaded when the payer can begin: what paying needs has the network to itself. */
addLateFont('Onest', { latin, cyrillic, 'cyrillic-ext': cyrillicExt });
