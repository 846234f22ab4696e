/** The name under which the generated routes look for whoever makes the controllers. */
export { controllersOf as iocContainer } from '../http/dependencies';
