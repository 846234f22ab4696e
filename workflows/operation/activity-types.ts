import { activityType } from '../../domain/workflow-messages';

/** Has activities scheduled under their types in the engine, which are older than some of their names. */
export function byType<Activities extends object>(proxy: Activities): Activities {
  return new Proxy(proxy, {
    get: (target, name) => Reflect.get(target, typeof name === 'string' ? activityType(name) : name) as unknown,
  });
}
