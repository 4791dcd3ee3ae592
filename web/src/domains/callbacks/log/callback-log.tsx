import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId, useState } from 'react'
import { CALLBACK_LOG_DAYS, type CallbackEvent, replayCallbackEvent } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedTable, TableRow } from '#web/ui/paged-table.tsx'
import { toasts } from '#web/ui/toasts.ts'
import {
  callbackEventsQuery,
  callbacksQuery,
  isTurnedOff,
  type LogFilter,
  useShowTurnedOff,
} from '../callback-queries.ts'
import styles from './callback-log.module.css'
import { EventDetails } from './event-details.tsx'
import { AttemptResult, EventState } from './event-state.tsx'

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
      loading="callbacks.loading"
      failure="callbacks.load-failed"
    >
      {events.map(event => (
        <CallbackRow key={event.id} event={event} />
      ))}
    </PagedTable>
  )
}

const COLUMNS = ['event', 'about', 'time', 'status', 'answer'] as const

/** A callback of the log, with its details below when they are opened. */
function CallbackRow({ event }: { event: CallbackEvent }) {
  const { texts, text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const replay = useReplay(event.id)
  const name = event.about === null ? event.type : `${event.type} ${event.about}`
  return (
    <>
      <TableRow className={styles.row}>
        <td className="ui-medium">{event.type}</td>
        <td className="ui-breaks">
          <About event={event} />
        </td>
        <td className={classes('ui-nowrap', styles.time)}>
          {instantLabel(texts, event.createdAt, 'short-day-time')}
        </td>
        <td>
          <EventState state={event.state} />
        </td>
        <td>
          {event.lastAttempt && <AttemptResult attempt={event.lastAttempt} />}
          <FollowUp event={event} />
        </td>
        <td className={classes('ui-nowrap', styles.actions)}>
          <IconButton
            icon={ChevronDown}
            label={text('callbacks.details', { event: name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          />
          <Button
            variant="text"
            icon={RotateCcw}
            pending={replay.isPending}
            aria-label={text('callbacks.replay-of', { event: name })}
            onClick={replay.send}
          >
            <span className="ui-not-below-large">{text('callbacks.replay')}</span>
          </Button>
        </td>
      </TableRow>
      {isOpen && (
        <tr className={styles.details}>
          <td colSpan={6} id={detailsId}>
            <EventDetails id={event.id} />
          </td>
        </tr>
      )}
    </>
  )
}

function About({ event: { type, about } }: { event: CallbackEvent }) {
  if (about === null) return '–'
  if (type !== 'order.changed') return about
  return (
    <Link to={PATHS.order} params={{ orderCode: about }} className="ui-accent">
      {about}
    </Link>
  )
}

/** When a waiting callback is retried, or that a failed one was given up. */
function FollowUp({ event }: { event: CallbackEvent }) {
  const { texts, text } = useTexts()
  if (event.state === 'failed' && event.attempts > 1)
    return <span className="ui-note ui-block">{text('callbacks.given-up')}</span>
  if (event.state !== 'waiting' || event.nextAttemptAt === null || !event.lastAttempt) return null
  const time = instantLabel(texts, event.nextAttemptAt, 'short-day-time')
  return <span className="ui-note ui-block">{text('callbacks.next-attempt', { time })}</span>
}

/** How many times the log is polled after a replay, and the interval. */
const MAX_POLLS = 6

const POLL_MS = 500

/** Sends a callback again; the log shows the receiver's answer within two seconds. */
function useReplay(id: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const replay = useMutation({
    mutationFn: async () => {
      let event = await call(replayCallbackEvent, { params: { id } })
      await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
      for (let polls = 0; polls < MAX_POLLS && event.state === 'waiting'; polls++) {
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
        await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
        const pages = queries.getQueriesData<{ pages: { events: (typeof event)[] }[] }>({
          queryKey: ['callbacks', 'events'],
        })
        const refetchedEvent = pages
          .flatMap(([, data]) => data?.pages ?? [])
          .flatMap(page => page.events)
          .find(each => each.id === id)
        event = refetchedEvent ?? event
      }
      await queries.invalidateQueries({ queryKey: ['callbacks', 'event', id] })
      // An answer may have turned callbacks off.
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      const isRateLimited = error instanceof HttpFailure && error.status === 429
      const message = text(isRateLimited ? 'callbacks.too-many' : 'callbacks.send-failed')
      toasts.add({ subject: 'callback-replay', kind: 'error', text: message })
    },
  })
  return { isPending: replay.isPending, send: () => replay.mutate() }
}
