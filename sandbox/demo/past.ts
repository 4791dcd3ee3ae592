import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { Context } from '#server/context.ts'

/** A context whose time is another one, for what happened before the server was started. */
export const atTime = (ctx: Context, at: Date): Context => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => at },
})

/** Returns the time that long before `now`. */
export const subtract = (
  now: Date,
  { days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number },
): Date =>
  new Date(
    now.getTime() - days * millisecondsInDay - hours * millisecondsInHour - minutes * millisecondsInMinute,
  )
