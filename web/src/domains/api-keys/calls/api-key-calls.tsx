import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { API_KEY_LOG_DAYS, type ApiKeyCall } from '#contract/api-keys.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { PagedTable, TableRow } from '#web/ui/paged-table.tsx'
import { apiKeyCallsQuery, type CallFilter } from '../api-key-queries.ts'
import styles from './api-key-calls.module.css'

/** Calls of the keys in the last 30 days, newest first: a table, and cards on small screens. */
export function ApiKeyCalls() {
  const { text, number } = useTexts()
  const [filter, setFilter] = useState<CallFilter>('all')
  const query = useInfiniteQuery(apiKeyCallsQuery(filter))
  const firstPage = query.data?.pages[0]
  // Without keys there is nothing to say about calls.
  if (filter === 'all' && firstPage?.total === 0) return null
  const calls = query.data?.pages.flatMap(page => page.calls) ?? []
  const { refused = 0 } = firstPage ?? {}
  return (
    <PagedTable
      id="api-key-calls"
      title={text('api-keys.calls')}
      count={
        firstPage && text('api-keys.calls.count', { count: firstPage.total, days: String(API_KEY_LOG_DAYS) })
      }
      filter={{
        label: text('api-keys.calls.filter'),
        value: filter,
        options: [
          { value: 'all', label: text('api-keys.calls.filter.all') },
          {
            value: 'refused',
            label: text('api-keys.calls.filter.refused') + (refused > 0 ? ` ${number(refused)}` : ''),
          },
        ],
        onChange: setFilter,
      }}
      columns={COLUMNS.map(column => ({ label: text(`api-keys.calls.${column}`) }))}
      query={query}
      isEmpty={calls.length === 0}
      emptyText={text(filter === 'refused' ? 'api-keys.calls.none-refused' : 'api-keys.calls.none')}
      loading="api-keys.loading"
      failure="api-keys.calls.load-failed"
    >
      {calls.map(each => (
        <CallRow key={each.id} apiKeyCall={each} />
      ))}
    </PagedTable>
  )
}

const COLUMNS = ['call', 'key', 'time', 'answer'] as const

function CallRow({ apiKeyCall: { at, key, method, path, status, network } }: { apiKeyCall: ApiKeyCall }) {
  const texts = useTexts()
  return (
    <TableRow className={styles.row}>
      <td className={styles.call}>
        {method} {path}
      </td>
      <td className={classes('ui-breaks', styles.key)}>{key.name}</td>
      <td className={styles.time}>
        {instantLabel(texts, at, 'short-day-time')}
        {network && <span className={classes('ui-note ui-block', styles.network)}>{network}</span>}
      </td>
      <td className={styles.answer}>
        <span
          className={classes(
            'ui-inline-row8 ui-medium ui-accent',
            styles.status,
            status >= 400 && styles.failed,
          )}
        >
          {status}
        </span>
      </td>
    </TableRow>
  )
}
