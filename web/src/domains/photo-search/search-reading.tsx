import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { formatFilter, type PhotoFilter, WEEKDAYS } from '#contract/filter-query.ts'
import { createDateFormat } from '#locales/date-format.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { createStore } from '#web/platform/listeners/listeners.ts'
import { type FilterPart, useFilterParts } from './filter-labels.ts'
import styles from './search-reading.module.css'
import { useUnderstood } from './use-suggestions.ts'

/**
 * Says above the results how the search was read, how many photos it finds, and which words it left out or corrected. The status is
 * there before its text, so that screen readers say it.
 */
export function SearchReading({ filter, photos }: { filter: PhotoFilter; photos: number | undefined }) {
  const { text } = useTexts()
  const { parts, isLabelled } = useFilterParts(filter)
  const answer = useUnderstood()
  // The label of a chosen option is a text, too, but its results are those of the option.
  const isOfText = answer && formatFilter(answer.filter as PhotoFilter) === formatFilter(filter)
  const understood = isOfText ? answer : undefined
  const reading = useReading(parts)
  return (
    <div role="status" className={styles.reading}>
      {photos !== undefined && isLabelled && (
        <>
          <p>
            {reading === ''
              ? text('photos.count', { count: photos })
              : text('search.read', { parts: reading, photos: text('photos.count', { count: photos }) })}
          </p>
          {understood?.corrected.map(each => (
            <p key={each.text}>{text('search.corrected', each)}</p>
          ))}
          {understood && understood.unknown.length > 0 && (
            <p>{text('search.unknown', { words: understood.unknown.join(', ') })}</p>
          )}
        </>
      )}
    </div>
  )
}

/** Returns the parts in one line: 'Weekends in June, any year'. */
function useReading(parts: readonly FilterPart[]): string {
  const { locale, text } = useTexts()
  const isWeekday = ({ field, value }: FilterPart) =>
    field === 'days' && (value === 'weekend' || WEEKDAYS.includes(value as never))
  const weekdays = parts.filter(isWeekday)
  const months = parts.filter(({ field, value }) => field === 'days' && isMonth(value))
  const isYearly = parts.some(({ field }) => field === 'days') && !parts.some(({ field }) => field === 'date')
  const isPair = weekdays.length > 0 && months.length === 1
  const pair = () =>
    text('search.read.in-month', {
      days: new Intl.ListFormat(locale).format(weekdays.map(({ label }) => label)),
      month: createDateFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
        Date.parse(`2000-${months[0]!.value.slice(0, 2)}`),
      ),
    })
  return [
    ...(isPair ? [pair()] : []),
    ...parts.filter(part => !isPair || !(isWeekday(part) || part === months[0])).map(({ label }) => label),
    ...(isYearly ? [text('search.read.any-year')] : []),
  ].join(', ')
}

const isMonth = (days: string) => /^(\d\d)-01\.\.\1-(?:29|3[01])$/.test(days)

const focusRequests = createStore(0)
let servedRequest = 0

/** Gives the focus to the heading of the results when they are, or come, on the screen. */
export const focusResults = (): void => focusRequests.set(focusRequests.get() + 1)

export function useResultsFocus(heading: RefObject<HTMLElement | null>): void {
  const request = useSyncExternalStore(focusRequests.subscribe, focusRequests.get)
  useEffect(() => {
    if (request === servedRequest) return
    servedRequest = request
    heading.current?.focus()
  }, [request, heading])
}
