import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import type { PhotoAction } from './photo-action.ts'

/**
 * The `perform` of an action whose code is loaded when the page is idle, or on demand before that. Code that cannot be
 * loaded is published and fails the action (RV-401).
 */
export function lazyPerform(load: () => Promise<PhotoAction['perform']>): PhotoAction['perform'] {
  const loadPerform = lazyModule(load)
  return async (photos, environment) => {
    let perform: PhotoAction['perform']
    try {
      perform = await loadPerform()
    } catch (error) {
      if (!(error instanceof LoadFailure)) throw error
      publishLoadFailure(error)
      return 'failed'
    }
    return perform(photos, environment)
  }
}
