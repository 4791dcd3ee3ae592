import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { API_KEY_LOG_DAYS, type ApiKeyCall } from '#contract/api-keys.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { apiKeyCallsQuery, type CallFilter } from '../api-key-queries.ts'
import styles from './api-key-calls.module.css'

/** Calls of the keys in the last 30 days, newest first (NX-346): a table, and cards on small screens. */
export function ApiKeyCalls() {
  const { text } = useTexts()
  const [filter, setFilter] = useState<CallFilter>('all')
  const calls = useCalls(filter)
  const firstPage = calls.data?.pages[0]
  // Without keys there is nothing to say about calls.
  if (filter === 'all' && firstPage?.total === 0) return null
  return (
    <section className={styles.section} aria-labelledby="api-key-calls">
      <div className={styles.head}>
        <h2 id="api-key-calls" className={styles.title}>
          {text('api-keys.calls')}{' '}
          {firstPage && (
            <span className={styles.count}>
              {text('api-keys.calls.count', { count: firstPage.total, days: String(API_KEY_LOG_DAYS) })}
            </span>
          )}
        </h2>
        <CallFilters filter={filter} refused={firstPage?.refused ?? 0} onChange={setFilter} />
      </div>
      {calls.data ? <CallTable calls={calls} filter={filter} /> : !calls.isError && <Loading />}
      {calls.isError && (
        <AlertBanner
          kind="error"
          onRetry={() => void (calls.isFetchNextPageError ? calls.fetchNextPage() : calls.refetch())}
        >
          {text('api-keys.calls.load-failed')}
        </AlertBanner>
      )}
    </section>
  )
}

const useCalls = (filter: CallFilter) => useInfiniteQuery(apiKeyCallsQuery(filter))

const FILTERS: readonly CallFilter[] = ['all', 'refused']

function CallFilters({ filter, refused, onChange }: CallFiltersProps) {
  const { text, number } = useTexts()
  return (
    <fieldset aria-label={text('api-keys.calls.filter')} className={styles.filters}>
      {FILTERS.map(each => (
        <button
          key={each}
          type="button"
          aria-pressed={filter === each}
          className={styles.filter}
          onClick={() => onChange(each)}
        >
          {text(`api-keys.calls.filter.${each}`)}
          {each === 'refused' && refused > 0 && ` ${number(refused)}`}
        </button>
      ))}
    </fieldset>
  )
}

interface CallFiltersProps {
  filter: CallFilter
  refused: number
  onChange: (filter: CallFilter) => void
}

function Loading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>{text('api-keys.loading')}</VisuallyHidden>
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
    </div>
  )
}

function CallTable({ calls, filter }: { calls: ReturnType<typeof useCalls>; filter: CallFilter }) {
  const { text } = useTexts()
  const shownCalls = calls.data?.pages.flatMap(page => page.calls) ?? []
  if (shownCalls.length === 0)
    return (
      <p className={styles.empty}>
        {text(filter === 'refused' ? 'api-keys.calls.none-refused' : 'api-keys.calls.none')}
      </p>
    )
  return (
    <>
      <table className={styles.table}>
        <thead className={styles.columns}>
          <tr>
            {COLUMNS.map(column => (
              <th key={column} scope="col">
                {text(`api-keys.calls.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownCalls.map(each => (
            <CallRow key={each.id} apiKeyCall={each} />
          ))}
        </tbody>
      </table>
      {calls.hasNextPage && (
        <div className={styles.more}>
          <Button pending={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>
            {text('action.show-more')}
          </Button>
        </div>
      )}
    </>
  )
}

const COLUMNS = ['call', 'key', 'time', 'answer'] as const

function CallRow({ apiKeyCall: { at, key, method, path, status, network } }: { apiKeyCall: ApiKeyCall }) {
  const texts = useTexts()
  return (
    <tr className={styles.row}>
      <td className={styles.call}>
        {method} {path}
      </td>
      <td className={styles.key}>{key.name}</td>
      <td className={styles.time}>
        {instantLabel(texts, at, 'short-day-time')}
        {network && <span className={styles.network}>{network}</span>}
      </td>
      <td className={styles.answer}>
        <span className={classes(styles.status, status >= 400 && styles.failed)}>{status}</span>
      </td>
    </tr>
  )
}
