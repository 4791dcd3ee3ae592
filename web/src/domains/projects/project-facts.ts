import { countDaysLeft } from '#contract/deadline.ts'
import type { Project } from '#contract/projects.ts'
import type { Assortment } from '#web/domains/merchandise/index.ts'
import { daysSince, instantDayLabel } from '#web/platform/i18n/dates.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { deadlineLabel, lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * 'Photo book, 36 pages', by the name of its article in the shop; the article alone for a product without pages.
 * Undefined while the name is not known yet.
 */
export function productLabel(
  { text }: Texts,
  { articleName, pageCount }: Project,
  assortment: Assortment,
): string | undefined {
  const article = assortment.getName(articleName)
  return pageCount === null || article === undefined
    ? article
    : text('projects.pages', { article, pages: pageCount })
}

/** 'Changed today', 'Changed yesterday', 'Changed 15 November', in another year with the year. */
export function changeLabel(texts: Texts, { updatedAt }: Project, now: number): string {
  const days = daysSince(texts, updatedAt, now)
  if (days <= 0) return texts.text('projects.changed.today')
  if (days === 1) return texts.text('projects.changed.yesterday')
  const getYear = (instant: number | string) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: texts.timeZone }).format(new Date(instant))
  const date =
    getYear(updatedAt) === getYear(now)
      ? instantLabel(texts, updatedAt, 'day')
      : instantDayLabel(texts, updatedAt)
  return texts.text('projects.changed', { date })
}

/** With this many days left or fewer the date is a warning, like that of the photos. */
const WARNING_DAYS = 30

/** Formats until when the project is kept; undefined while that is unknown. */
export function expiryLabel(
  texts: Texts,
  { expiresAt }: Project,
  now: number,
): { text: string; isSoon: boolean } | undefined {
  if (expiresAt === null) return undefined
  const days = Math.max(0, countDaysLeft(expiresAt, now, texts.timeZone))
  if (days > WARNING_DAYS)
    return {
      text: texts.text('projects.kept', { date: lastDayLabel(texts, expiresAt) }),
      isSoon: false,
    }
  const date = deadlineLabel(texts, expiresAt, 'day', now)
  return { text: texts.text('projects.days-left', { days, date }), isSoon: true }
}
