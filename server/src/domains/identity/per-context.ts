import type { Context } from '#server/context.ts'

/** In-memory state of one server, created at first use. Only for caches: all of it can be lost at any time. */
export function perContext<T>(make: () => T): (ctx: Context) => T {
  const states = new WeakMap<Context, { value: T }>()
  return ctx => {
    const state = states.get(ctx) ?? { value: make() }
    states.set(ctx, state)
    return state.value
  }
}
