import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { type Context, change } from '../../../context.ts'
import { atLeast, findRow, listRows, upsertRow } from '../../../platform/db/rows.ts'
import { addDays, countCustomers } from '../../customers/index.ts'
import { runRetentionJob } from '../job-kinds.ts'
import { DAILY_JOB, journal } from '../journal.ts'
import { countStartedLibraries } from '../store/expirations.ts'

export type Phase = 'leave' | 'erase'

/** A run that awaits an operator's confirmation. */
export interface HeldRun {
  brandId: string
  phase: Phase
  day: string
  /** Number of customers who would lose photos that day. */
  due: number
  /** Number of all customers of the brand. */
  customers: number
}

const GUARD_KEY = ['brand_id', 'phase', 'day'] as const

/** A held run can be confirmed for this many days. */
const CONFIRMABLE_DAYS = 7

/**
 * Returns whether `pending` more libraries of a brand may expire, or be erased, on one day. More than the configured
 * share of the brand's customers (0.5 %) requires an operator's confirmation, which is valid for the reported number.
 * Libraries that started earlier that day count, too. A held run is stored and journaled with its figures.
 */
export async function passesGuard(
  ctx: Context,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  phase: Phase,
  pending: number,
): Promise<boolean> {
  if (pending === 0) return true
  const now = ctx.clock.now()
  const day = formatCalendarDay(now, brand.timeZone)
  const due =
    pending +
    (await countStartedLibraries(ctx.db, brand.id, phase === 'leave' ? 'left_on' : 'erasing_on', day))
  const customers = await countCustomers(ctx.db, brand.id)
  const key = { brand_id: brand.id, phase, day }
  const guard = await findRow(ctx.db, 'retention_guards', key)
  if (due <= getGuardLimit(ctx, customers) + (guard?.confirmed ?? 0)) return true
  await change(ctx, async tx => {
    const figures = { due, customers, held_at: now }
    await upsertRow(tx.db, 'retention_guards', GUARD_KEY, { ...key, ...figures, confirmed: null }, figures)
    if (guard?.due === due && guard.confirmed === null) return
    const note = `${phase}: ${due} of ${customers} customers`
    await journal(tx.db, now, { event: 'held', rule: 'guard', actor: DAILY_JOB, brandId: brand.id, note })
  })
  ctx.log.error(
    { brand: brand.id, phase, due, customers },
    'retention run held: too many customers would lose photos',
  )
  return false
}

/** Returns the maximum number of libraries that may expire, or be erased, on a day without confirmation. */
export const getGuardLimit = (ctx: Pick<Context, 'config'>, customers: number) =>
  (customers * ctx.config.retention.guardPercent) / 100

/** Lists the held runs of the last days, the latest of each brand and phase. */
export async function listHeldRuns(ctx: Pick<Context, 'db' | 'clock'>): Promise<HeldRun[]> {
  const since = formatCalendarDay(addDays(ctx.clock.now(), -CONFIRMABLE_DAYS), 'UTC')
  const rows = await listRows(ctx.db, 'retention_guards', { day: atLeast(since) }, 'day desc')
  const latestGuards = [...Map.groupBy(rows, row => `${row.brand_id} ${row.phase}`).values()].map(
    ([row]) => row!,
  )
  return latestGuards
    .filter(row => row.confirmed === null || row.confirmed < row.due)
    .map(({ brand_id, phase, day, due, customers }) => ({ brandId: brand_id, phase, day, due, customers }))
}

/**
 * Confirms held runs for the reported number of customers, valid today, and queues a run. Returns the confirmed runs.
 */
export async function confirmHeldRuns(
  ctx: Context,
  { brandId, phase, by }: { brandId: string; phase?: Phase; by: string },
): Promise<HeldRun[]> {
  const now = ctx.clock.now()
  const heldRuns = (await listHeldRuns(ctx)).filter(
    run => run.brandId === brandId && (phase === undefined || run.phase === phase),
  )
  const zone = brands.find(brand => brand.id === brandId)?.timeZone
  if (heldRuns.length === 0 || !zone) return []
  await change(ctx, async tx => {
    for (const { phase, due, customers } of heldRuns) {
      const confirmation = { confirmed: due, confirmed_at: now, confirmed_by: by }
      const key = { brand_id: brandId, phase, day: formatCalendarDay(now, zone) }
      const guard = { ...key, due, customers, held_at: now, ...confirmation }
      await upsertRow(tx.db, 'retention_guards', GUARD_KEY, guard, confirmation)
      const note = `${phase}: ${due} of ${customers} customers`
      await journal(tx.db, now, { event: 'confirmed', rule: 'guard', actor: by, brandId, note })
    }
    await ctx.jobs.send(tx, runRetentionJob, [{}])
  })
  return heldRuns
}
