import type { Tx } from '../db/transact.ts'

/**
 * A change in a lower domain that higher domains must handle in the same transaction, such as counts that must always
 * be exact. Work that may happen later is a job.
 */
export interface EventKind<Payload extends object> {
  name: string
  readonly payload?: Payload
}

export interface Events {
  /** Runs the event's listeners in the transaction, in order; one that throws rolls back the whole transaction. */
  emit<P extends object>(tx: Tx, event: EventKind<P>, payload: P): Promise<void>
  /** Called once, at start. Emitting an event without a listener is an error, so that a forgotten listener is noticed. */
  listen<C>(ctx: C, listeners: readonly Listener<C>[]): void
}

/** A handler of an event; `C` is the type of its first parameter, the context. */
export interface Listener<C> {
  event: EventKind<object>
  handler: (ctx: C, tx: Tx, payload: never) => Promise<void>
}

export const defineEvent = <P extends object>(name: string): EventKind<P> => ({ name })

/** Creates an entry of a domain's `listeners`. */
export function on<C, P extends object>(
  event: EventKind<P>,
  handler: (ctx: C, tx: Tx, payload: P) => Promise<void>,
): Listener<C> {
  return { event, handler: handler as Listener<C>['handler'] }
}

export function createEvents(): Events {
  let registeredListeners: readonly {
    event: EventKind<object>
    handle: (tx: Tx, payload: object) => Promise<void>
  }[] = []
  return {
    async emit(tx, event, payload) {
      const listeners = registeredListeners.filter(each => each.event === event)
      if (listeners.length === 0) throw new Error(`No listener for ${event.name}`)
      for (const { handle } of listeners) await handle(tx, payload)
    },
    listen(ctx, listeners) {
      registeredListeners = listeners.map(({ event, handler }) => ({
        event,
        handle: (tx, payload) => handler(ctx, tx, payload as never),
      }))
    },
  }
}
