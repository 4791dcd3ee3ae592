import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CALLBACK_LOG_DAYS } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { callbackEventsQuery, type LogFilter } from '../callback-queries.ts'
import { CallbackRow } from './callback-row.tsx'

/** Callbacks of the last 30 days, newest first: a table, and cards on small screens. */
export function CallbackLog() {
  const { text, number } = useTexts()
  const [filter, setFilter] = useState<LogFilter>('all')
  const query = useInfiniteQuery(callbackEventsQuery(filter))
  const firstPage = query.data?.pages[0]
  const events = query.data?.pages.flatMap(page => page.events) ?? []
  const { failed = 0 } = firstPage ?? {}
  return (
    <PagedTable
      id="callback-log"
      title={text('callbacks.log', { days: String(CALLBACK_LOG_DAYS) })}
      count={firstPage && number(firstPage.total)}
      filter={{
        label: text('callbacks.filter'),
        value: filter,
        options: [
          { value: 'all', label: text('callbacks.filter.all') },
          {
            value: 'failed',
            label: text('callbacks.filter.failed') + (failed > 0 ? ` ${number(failed)}` : ''),
          },
        ],
        onChange: setFilter,
      }}
      columns={[
        ...COLUMNS.map(column => ({ label: text(`callbacks.${column}`) })),
        { label: text('callbacks.replay'), isLabelHidden: true },
      ]}
      query={query}
      isEmpty={events.length === 0}
      emptyText={text(filter === 'failed' ? 'callbacks.empty-failed' : 'callbacks.empty')}
      loadingText={text('callbacks.loading')}
      failureText={text('callbacks.load-failed')}
    >
      {events.map(event => (
        <CallbackRow key={event.id} event={event} />
      ))}
    </PagedTable>
  )
}

const COLUMNS = ['event', 'about', 'time', 'status', 'answer'] as const
