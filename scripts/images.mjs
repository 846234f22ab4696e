// `npm run images`: builds `holdfast:local` and `holdfast-faces:local` with docker, podman or buildah.
// `npm run images -- --check` builds them in a separate store with buildah, starts the services of docker-compose.yml,
// makes a payment and a report. Ends with `N passed, N failed`; without buildah it is skipped with a message.
import { prepare, runInstead } from './prepare.mjs';

await prepare(['specs', 'compile']);
runInstead('dist/scripts/images/main.js');
