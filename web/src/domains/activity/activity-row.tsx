import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { ActivityItem } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import type { JournalEntry } from '#contract/journal.ts'
import { InterruptedUpload } from '#web/domains/uploads/index.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { ListRow, RowNote } from '#web/ui/list-rows.tsx'
import { ACTIVITY } from './activity-query.ts'
import styles from './activity-row.module.css'

import {
  formatActivityName,
  formatUndone,
  getActivityIcon,
  hasPartlyFailed,
  isInterrupted,
  isSecurityEvent,
  listActivityFacts,
  listChanges,
} from './activity-texts.ts'
import { UndoButton } from './undo-button.tsx'

/** A running or past event with its state, age and action. */
export function ActivityRow({ item }: { item: ActivityItem }) {
  const texts = useTexts()
  const needsAttention = hasPartlyFailed(item) || isInterrupted(item)
  return (
    <ListRow
      icon={getActivityIcon(item)}
      critical={item.state === 'failed' && !needsAttention}
      warning={needsAttention}
      name={formatActivityName(texts, item)}
      facts={[instantLabel(texts, item.at, 'short-day-time'), ...listActivityFacts(texts, item)]}
      end={<ActivityAction item={item} />}
    >
      {item.entry && !isUnderWay(item) && <EntryNotes entry={item.entry} />}
    </ListRow>
  )
}

/** What an entry changed, and that it was undone or cannot be undone yet. */
function EntryNotes({ entry }: { entry: JournalEntry }) {
  const texts = useTexts()
  const noWay = NO_WAY_TEXTS[entry.kind]
  return (
    <>
      {listChanges(texts, entry).map(({ field, from, to }) => (
        <RowNote key={field} kind="plain">
          {from && (to ? <del>{from}</del> : from)}
          {from && to && <span aria-hidden> → </span>}
          {to}
        </RowNote>
      ))}
      {noWay && (
        <RowNote kind="plain">
          <span>
            <ContactText id={noWay} />
          </span>
        </RowNote>
      )}
      {entry.undone && <RowNote kind="plain">{formatUndone(texts, entry.undone)}</RowNote>}
      {entry.undo === 'changed-since' && (
        <RowNote kind="plain">{texts.text('activity.changed-since')}</RowNote>
      )}
    </>
  )
}

/** Why an act has no way back, and where to turn. */
const NO_WAY_TEXTS: Readonly<Record<string, MessageId>> = {
  'export.requested': 'changes.no-way.export',
  'photos.erased': 'changes.no-way.erased',
  'order.delivery-address-changed': 'changes.no-way.order',
}

/** What can be done with an item: a link to it, or its undo. */
export function ActivityAction({ item }: { item: ActivityItem }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  switch (item.kind) {
    case 'upload':
      return (
        <div className={classes('ui-cluster8', styles.actions)}>
          {isInterrupted(item) && (
            <InterruptedUpload
              batchId={item.id}
              onChanged={() => void queries.invalidateQueries({ queryKey: ACTIVITY })}
            />
          )}
          <Link
            to={PATHS.uploadReceipt}
            params={{ batchId: item.id }}
            className={buttonClass('line', 'small')}
          >
            {text('upload-receipt.view')}
          </Link>
        </div>
      )
    case 'download':
      return <PageLink to={PATHS.downloads} label={text('menu.downloads')} />
    case 'export':
      return (
        <Link to={PATHS.photoExports} params={{ backupId: item.id }} className={buttonClass('line', 'small')}>
          {text('activity.export.view')}
        </Link>
      )
    case 'photos.restored':
    case 'import':
      return <PageLink to={PATHS.photos} label={text('menu.photos')} />
    case 'address-change':
      return (
        <Link to={PATHS.order} params={{ orderCode: item.id }} className={buttonClass('line', 'small')}>
          {text('activity.order')}
        </Link>
      )
    case 'mail-bounced':
    case 'security-mail-bounced':
      return <PageLink to={PATHS.changeEmail} label={text('settings.email.title')} />
    case 'shared-mail-bounced':
      return <PageLink to={PATHS.onlineProducts} label={text('menu.widgets')} />
    default:
      if (item.entry?.undo === 'possible' || item.entry?.undo === 'waiting') return <UndoButton item={item} />
      if (item.entry?.undo === 'done')
        return (
          item.state !== 'undoing' && (
            <RowNote kind="success" icon={Check}>
              {text('activity.undone')}
            </RowNote>
          )
        )
      return isSecurityEvent(item) && <PageLink to={PATHS.security} label={text('security.title')} />
  }
}

/** A link to a page that the host offers. */
const PageLink = ({ to, label }: { to: string; label: string }) =>
  isRouteEnabled(to) && (
    <Link to={to} className={buttonClass('line', 'small')}>
      {label}
    </Link>
  )
