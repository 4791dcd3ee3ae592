import { lazyRouteComponent } from '@tanstack/react-router'
import { preloadWhenIdle } from './idle-preload.ts'
import { loadModule } from './load-module.ts'

/**
 * The component of a route, loaded with it. A LoadFailure replaces the screen until the customer retries; the router's
 * own helper would reload a page without a connection, and lose it.
 */
export function lazyPage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  const page = () => loadModule(load)
  preloadWhenIdle(page)
  return lazyRouteComponent(page, name)
}
