import { lazyRouteComponent } from '@tanstack/react-router'
import { lazyModule } from './lazy-module.ts'

/**
 * Creates the component of a route, loaded with it. A LoadFailure replaces the screen until the customer retries; the router's
 * own helper would reload a page without a connection, and lose it. It is preloaded where `isWanted`.
 */
export function lazyPage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
  isWanted?: () => boolean,
) {
  return lazyRouteComponent(lazyModule(load, isWanted), name)
}
