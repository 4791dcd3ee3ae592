import { ACTIVITY_DAYS, type ActivityItem } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import { nameActivity } from '#locales/activity-names.ts'
import { createDateFormat } from '#locales/date-format.ts'
import { domains } from './app.ts'
import type { Context } from './context.ts'
import { listActivity } from './domains/activity/index.ts'
import { findCustomer, findTimeZone } from './domains/customers/index.ts'
import { getTranslator, type Translate, toSupportedLocale } from './platform/i18n/translate.ts'

/**
 * Prints what happened in an account in the words of its page 'Activity', in the customer's language by default: without ids but
 * the numbers of orders, and without networks, operators, services and jobs. Readings by customer care are left out.
 */
export async function printShortCase(
  ctx: Context,
  print: (line: string) => unknown,
  { accountId, days, locale }: { accountId: string; days: number; locale: string | undefined },
): Promise<void> {
  const customer = (await findCustomer(ctx.db, accountId))!
  const language = toSupportedLocale(locale ?? customer.locale)
  const text = getTranslator(language)
  const timeZone = findTimeZone(customer.brand_id) ?? 'UTC'
  const createFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = createDateFormat(language, { ...options, timeZone })
    return (at: string) => format.format(new Date(at))
  }
  const formatDay = createFormat({ dateStyle: 'full' })
  const formatTime = createFormat({ timeStyle: 'short' })
  const formatDayAndTime = createFormat({ dateStyle: 'full', timeStyle: 'short' })
  const since = new Date(ctx.clock.now().getTime() - days * 86_400_000).toISOString()
  const undoSources = domains.flatMap(({ undo = [] }) => undo)
  const items = await listActivity(ctx, undoSources, { accountId, grantId: null })
  const listed = items
    .filter(({ kind, at }) => kind !== 'case.read' && at >= since)
    .toSorted((a, b) => b.at.localeCompare(a.at))
  print(text('activity.intro', { days: Math.min(days, ACTIVITY_DAYS) }))
  if (listed.length === 0) print(text('activity.empty.title'))
  for (const [day, ofDay] of Map.groupBy(listed, ({ at }) => formatDay(at))) {
    print('')
    print(day)
    for (const item of ofDay) {
      const facts = listFacts(text, item, { day: formatDay, time: formatDayAndTime })
      print(`  ${formatTime(item.at)}  ${[nameActivity(text, item), ...facts].join(' · ')}`)
    }
  }
}

/** Lists state and way back. */
function listFacts(
  text: Translate,
  item: ActivityItem,
  format: Record<'day' | 'time', (date: string) => string>,
): string[] {
  const { state, until, entry, done, total } = item
  if (isUnderWay(item)) return [text('activity.running')]
  if (entry?.undone) return [text('activity.undone')]
  if (until && entry?.undo === 'possible') return [text('activity.undo-until', { date: format.day(until) })]
  if (entry?.undo === 'waiting' && entry.effectiveAt)
    return [text('activity.stop-until', { date: format.time(entry.effectiveAt) })]
  if (state === 'interrupted') return [text('activity.interrupted')]
  if (state === 'failed' && !item.kind.endsWith('mail-bounced')) return [text('activity.failed')]
  if (done !== null && total !== null) return [text('activity.progress', { done, total })]
  return until && !entry ? [text('activity.available-until', { date: format.day(until) })] : []
}
