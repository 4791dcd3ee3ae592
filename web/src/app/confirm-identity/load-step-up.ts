import { type LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'

/** Loads what answers a call whose sign-in is too old: the question, and the repetition. Rejects with a LoadFailure. */
export const loadStepUp = () =>
  loadModule(() => import('./answer-step-up.ts')).catch((failure: LoadFailure) => {
    // The call fails like one without a connection, which says nothing of a newer build.
    if (failure.reason !== 'offline') publishLoadFailure(failure)
    throw failure
  })
