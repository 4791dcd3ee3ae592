import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import type { ActionOutcome } from './photo-action.ts'

/**
 * Creates the `perform` of an action on photos, or another function with an action's outcome, whose code is loaded when
 * the page is idle, or on demand before that. Code that cannot be loaded is published and fails the action.
 */
export function lazyPerform<Perform extends (...args: never[]) => Promise<ActionOutcome>>(
  load: () => Promise<Perform>,
): (...args: Parameters<Perform>) => Promise<ActionOutcome> {
  const loadPerform = lazyModule(load)
  return async (...args) => {
    let perform: Perform
    try {
      perform = await loadPerform()
    } catch (error) {
      if (!(error instanceof LoadFailure)) throw error
      publishLoadFailure(error)
      return 'failed'
    }
    return perform(...args)
  }
}
