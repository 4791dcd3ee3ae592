import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import type { ActionOutcome } from './photo-action.ts'

/**
 * The `perform` of an action on photos, or another function with an action's outcome, whose code is loaded when the page
 * is idle, or on demand before that. Code that cannot be loaded is published and fails the action.
 */
export function lazyPerform<Perform extends (...given: never[]) => Promise<ActionOutcome>>(
  load: () => Promise<Perform>,
): (...given: Parameters<Perform>) => Promise<ActionOutcome> {
  const loadPerform = lazyModule(load)
  return async (...given) => {
    let perform: Perform
    try {
      perform = await loadPerform()
    } catch (error) {
      if (!(error instanceof LoadFailure)) throw error
      publishLoadFailure(error)
      return 'failed'
    }
    return perform(...given)
  }
}
