import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CALLBACK_LOG_DAYS } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { callbackEventsQuery, type LogFilter } from '../callback-queries.ts'
import styles from './callback-log.module.css'
import { CallbackRow } from './callback-row.tsx'

/** Callbacks of the last 30 days, newest first: a table, and cards on small screens. */
export function CallbackLog() {
  const { text, number } = useTexts()
  const [filter, setFilter] = useState<LogFilter>('all')
  const log = useLog(filter)
  const firstPage = log.data?.pages[0]
  return (
    <section className={styles.section} aria-labelledby="callback-log">
      <div className={styles.head}>
        <h2 id="callback-log" className={styles.title}>
          {text('callbacks.log', { days: String(CALLBACK_LOG_DAYS) })}{' '}
          {firstPage && <span className={styles.count}>{number(firstPage.total)}</span>}
        </h2>
        <fieldset aria-label={text('callbacks.filter')} className={styles.filters}>
          {FILTERS.map(each => (
            <button
              key={each}
              type="button"
              aria-pressed={filter === each}
              className={styles.filter}
              onClick={() => setFilter(each)}
            >
              {text(`callbacks.filter.${each}`)}
              {each === 'failed' && firstPage && firstPage.failed > 0 && ` ${number(firstPage.failed)}`}
            </button>
          ))}
        </fieldset>
      </div>
      {log.data ? <LogTable log={log} filter={filter} /> : !log.isError && <LogLoading />}
      {log.isError && (
        <AlertBanner
          kind="error"
          onRetry={() => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch())}
        >
          {text('callbacks.load-failed')}
        </AlertBanner>
      )}
    </section>
  )
}

const useLog = (filter: LogFilter) => useInfiniteQuery(callbackEventsQuery(filter))

const FILTERS: readonly LogFilter[] = ['all', 'failed']

function LogLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>{text('callbacks.loading')}</VisuallyHidden>
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
    </div>
  )
}

function LogTable({ log, filter }: { log: Log; filter: LogFilter }) {
  const { text } = useTexts()
  const events = log.data?.pages.flatMap(page => page.events) ?? []
  if (events.length === 0)
    return (
      <p className={styles.empty}>
        {text(filter === 'failed' ? 'callbacks.empty-failed' : 'callbacks.empty')}
      </p>
    )
  return (
    <>
      <table className={styles.table}>
        <thead className={styles.columns}>
          <tr>
            {COLUMNS.map(column => (
              <th key={column} scope="col">
                {text(`callbacks.${column}`)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{text('callbacks.replay')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(event => (
            <CallbackRow key={event.id} event={event} />
          ))}
        </tbody>
      </table>
      {log.hasNextPage && (
        <div className={styles.more}>
          <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {text('action.show-more')}
          </Button>
        </div>
      )}
    </>
  )
}

const COLUMNS = ['event', 'about', 'time', 'status', 'answer'] as const

type Log = ReturnType<typeof useLog>
