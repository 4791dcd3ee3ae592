import type { ComponentType } from 'react'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import type { screens } from './screens.ts'

/** The component of a route by its name in the list of screens; see lazyPage. */
export function lazyScreen<Name extends keyof typeof screens>(name: Name) {
  const load = async () => {
    const list: { [Each in keyof typeof screens]: () => Promise<Record<Each, ComponentType>> } = (
      await import('./screens.ts')
    ).screens
    return list[name]()
  }
  return lazyPage<Record<Name, ComponentType>, Name>(load, name)
}
