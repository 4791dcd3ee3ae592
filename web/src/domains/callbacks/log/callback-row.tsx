import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId, useState } from 'react'
import type { CallbackEvent } from '#contract/callbacks.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TableRow } from '#web/ui/table.tsx'
import styles from './callback-log.module.css'
import { EventDetails } from './event-details.tsx'
import { AttemptResult, EventState } from './event-state.tsx'
import { useReplay } from './use-replay.ts'

/** A callback of the log, with its details below when they are opened. */
export function CallbackRow({ event }: { event: CallbackEvent }) {
  const texts = useTexts()
  const { text } = texts
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const replay = useReplay(event.id)
  const name = event.about === null ? event.type : `${event.type} ${event.about}`
  return (
    <>
      <TableRow className={styles.row}>
        <td className={styles.event}>{event.type}</td>
        <td className={styles.about}>
          <About event={event} />
        </td>
        <td className={styles.time}>{instantLabel(texts, event.createdAt, 'short-day-time')}</td>
        <td>
          <EventState state={event.state} />
        </td>
        <td>
          {event.lastAttempt && <AttemptResult attempt={event.lastAttempt} />}
          <FollowUp event={event} />
        </td>
        <td className={styles.actions}>
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
            <span className={styles.replay}>{text('callbacks.replay')}</span>
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
    <Link to={PATHS.order} params={{ orderCode: about }} className={styles.link}>
      {about}
    </Link>
  )
}

/** When a waiting callback is retried, or that a failed one was given up. */
function FollowUp({ event }: { event: CallbackEvent }) {
  const texts = useTexts()
  const { text } = texts
  if (event.state === 'failed' && event.attempts > 1)
    return <span className={styles.note}>{text('callbacks.given-up')}</span>
  if (event.state !== 'waiting' || event.nextAttemptAt === null || !event.lastAttempt) return null
  const time = instantLabel(texts, event.nextAttemptAt, 'short-day-time')
  return <span className={styles.note}>{text('callbacks.next-attempt', { time })}</span>
}
