/** 'outdated': a newer build has been deployed. 'failed': not known to be offline, and the build is the same. */
export type LoadFailureReason = 'offline' | 'outdated' | 'failed'

/** Code that could not be loaded after all attempts (RV-401). */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
  readonly reason: LoadFailureReason

  constructor(reason: LoadFailureReason, cause: unknown) {
    super(`Not loaded (${reason}): ${cause}`, { cause })
    this.reason = reason
  }
}

/** Calls `listener` for every layer or part that could not be loaded; returns its removal. */
export function onLoadFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners that a layer could not be opened, or a part of the page that nobody waits for not be loaded. */
export function publishLoadFailure(failure: LoadFailure, isAwaited = true): void {
  for (const listener of listeners) listener(failure, isAwaited)
}

/** `isAwaited`: the customer has pressed something and waits for it. */
type Listener = (failure: LoadFailure, isAwaited: boolean) => void
const listeners = new Set<Listener>()
