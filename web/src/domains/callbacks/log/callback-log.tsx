import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import {
  CALLBACK_LOG_DAYS,
  type CallbackDelivery,
  type CallbackEndpoint,
  type CallbackEvent,
} from '#contract/callbacks.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedTable, TableRow } from '#web/ui/paged-table.tsx'
import { callbackEventsQuery, type LogFilter, nameEndpointOf } from '../callback-queries.ts'
import styles from './callback-log.module.css'
import { describeEvent, EventDetails } from './event-details.tsx'
import { AttemptResult, EventState } from './event-state.tsx'

/** Events of the last 30 days, newest first: a table, and cards on small screens. */
export function CallbackLog({ endpoints }: { endpoints: readonly CallbackEndpoint[] }) {
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
        { label: text('callbacks.request'), isLabelHidden: true },
      ]}
      query={query}
      isEmpty={events.length === 0}
      emptyText={text(filter === 'failed' ? 'callbacks.empty-failed' : 'callbacks.empty')}
      loading="callbacks.loading"
      failure="callbacks.load-failed"
    >
      {events.map(event => (
        <EventRow key={event.id} event={event} endpoints={endpoints} />
      ))}
    </PagedTable>
  )
}

const COLUMNS = ['number', 'event', 'about', 'time', 'deliveries'] as const

/** An event of the log, with its details below when they are opened. */
function EventRow({ event, endpoints }: EventRowProps) {
  const { texts, text, number } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <>
      <TableRow className={styles.row}>
        <td className="ui-quiet">{number(event.number)}</td>
        <td className="ui-medium">{event.type}</td>
        <td className="ui-breaks">
          <About event={event} />
        </td>
        <td className={classes('ui-nowrap', styles.time)}>
          {instantLabel(texts, event.createdAt, 'short-day-time')}
        </td>
        <td>
          {event.deliveries.map(delivery => (
            <DeliveryResult key={delivery.endpointId} delivery={delivery} endpoints={endpoints} />
          ))}
        </td>
        <td className={classes('ui-nowrap', styles.actions)}>
          <IconButton
            icon={ChevronDown}
            label={text('callbacks.details', { event: describeEvent(event) })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        </td>
      </TableRow>
      {isOpen && (
        <tr className={styles.details}>
          <td colSpan={6} id={detailsId}>
            <EventDetails id={event.id} endpoints={endpoints} />
          </td>
        </tr>
      )}
    </>
  )
}

interface EventRowProps {
  event: CallbackEvent
  endpoints: readonly CallbackEndpoint[]
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

/** What became of the event at an endpoint, and when it is attempted again. */
function DeliveryResult({ delivery, endpoints }: DeliveryResultProps) {
  const { texts, text } = useTexts()
  const { state, attempts, lastAttempt, nextAttemptAt } = delivery
  const time = nextAttemptAt && instantLabel(texts, nextAttemptAt, 'short-day-time')
  return (
    <div className="ui-row8 ui-wrap">
      {endpoints.length > 1 && <span className="ui-medium">{nameEndpointOf(delivery, endpoints)}</span>}
      <EventState state={state} />
      {lastAttempt && <AttemptResult attempt={lastAttempt} />}
      {state === 'failed' && attempts > 1 && <span className="ui-note">{text('callbacks.given-up')}</span>}
      {state === 'waiting' && lastAttempt && time && (
        <span className="ui-note">{text('callbacks.next-attempt', { time })}</span>
      )}
    </div>
  )
}

interface DeliveryResultProps {
  delivery: CallbackDelivery
  endpoints: readonly CallbackEndpoint[]
}
