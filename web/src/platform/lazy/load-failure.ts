/** 'outdated': a newer build has been deployed. 'failed': not known to be offline, and the build is the same. */
export type LoadFailureReason = 'offline' | 'outdated' | 'failed'

/** Code that could not be loaded after all attempts. */
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

/** Notifies the listeners of a layer, or a part of the page that the customer did not open, that could not be loaded. */
export function publishLoadFailure(failure: LoadFailure, isAwaited = true): void {
  for (const listener of listeners) listener(failure, isAwaited)
}

/** `isAwaited`: the customer has pressed something and waits for it. */
type Listener = (failure: LoadFailure, isAwaited: boolean) => void
const listeners = new Set<Listener>()
