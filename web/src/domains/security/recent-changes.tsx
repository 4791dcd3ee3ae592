import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SecurityEvent } from '#contract/security.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { formatSecurityEvent, listEventFacts } from './event-texts.ts'
import { NotMeDialog } from './not-me/not-me-dialog.tsx'
import { Section } from './section.tsx'
import styles from './security.module.css'
import { securityEventsQuery } from './security-queries.ts'
import { formatWhenInList } from './when-label.ts'

/** Number of changes that are shown before 'See all'. */
const FIRST_SHOWN = 5

/** The last security events, and all of them on request; what may be undone has 'Not me?'. */
export function RecentChanges({ canUndo, email }: RecentChangesProps) {
  const { text } = useTexts()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(securityEventsQuery)
  const [showsAll, setShowsAll] = useState(false)
  const [doubted, setDoubted] = useState<SecurityEvent>()
  const events = data?.pages.flatMap(page => page.events) ?? []
  const shownEvents = showsAll ? events : events.slice(0, FIRST_SHOWN)
  return (
    <Section
      id="security-changes"
      title={text('security.changes')}
      action={
        !showsAll &&
        events.length > FIRST_SHOWN && (
          <Button
            variant="text"
            className={styles.flush}
            aria-label={`${text('overview.see-all')}, ${text('security.changes')}`}
            onClick={() => setShowsAll(true)}
          >
            {text('overview.see-all')}
          </Button>
        )
      }
    >
      {isError && <LoadFailed retry={refetch} id="settings.load-failed" />}
      {!data && !isError && <RowSkeletons count={3} />}
      {data && events.length === 0 && <p className={styles.none}>{text('security.changes.none')}</p>}
      {events.length > 0 && (
        <ul>
          {shownEvents.map(event => (
            <EventRow
              key={event.id}
              event={event}
              onDoubt={canUndo && event.canUndo ? () => setDoubted(event) : undefined}
            />
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <Link to={PATHS.changes} className={classes(buttonClass('line', 'small'), 'ui-above12')}>
          {text('changes.see')}
        </Link>
      )}
      {showsAll && hasNextPage && (
        <Button
          variant="line"
          className="ui-above12"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {text('action.show-more')}
        </Button>
      )}
      {doubted && <NotMeDialog event={doubted} email={email} onCancel={() => setDoubted(undefined)} />}
    </Section>
  )
}

interface RecentChangesProps {
  /** Whether 'It wasn't me' is offered. */
  canUndo: boolean
  /** Where its link is mailed. */
  email: string
}

function EventRow({ event, onDoubt }: { event: SecurityEvent; onDoubt: (() => void) | undefined }) {
  const { texts, text } = useTexts()
  const name = formatSecurityEvent(texts, event.kind) ?? text('activity.other')
  const when = formatWhenInList(texts, event.at)
  const facts = listEventFacts(texts, event)
  return (
    <li className={classes('ui-row16', styles.event)}>
      <span className={classes('ui-fixed ui-note', styles.when)}>{when}</span>
      <div className={classes('ui-fill ui-breaks', styles.what)}>
        <h3 className="ui-medium">{name}</h3>
        {facts.length > 0 && <p className="ui-note">{facts.join(' · ')}</p>}
      </div>
      {onDoubt && (
        <Button
          variant="text"
          className={styles.flush}
          aria-label={`${text('security.not-me')} ${name}, ${when}`}
          onClick={onDoubt}
        >
          {text('security.not-me')}
        </Button>
      )}
    </li>
  )
}
