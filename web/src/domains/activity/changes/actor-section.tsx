import { useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId, useState } from 'react'
import type { ActivityItem } from '#contract/activity.ts'
import type { DeviceSignIn } from '#contract/devices.ts'
import type { JournalActor, JournalEntry } from '#contract/journal.ts'
import { formatMethod, formatWhen, getDeviceIcon } from '#web/domains/security/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ListRows } from '#web/ui/list-rows.tsx'
import { ActivityRow } from '../activity-row.tsx'
import { formatActivityName, formatActor } from '../activity-texts.ts'
import { repeatUndo } from '../undo-button.tsx'
import styles from './changes.module.css'

/** What one device, key or link has done, the newest first, and the way back of all of it. */
export function ActorSection({ entries, isDoubted, device }: SectionProps) {
  const { texts, text } = useTexts()
  const id = useId()
  const { actor } = entries[0]!
  return (
    <section aria-labelledby={id} className={styles.actor}>
      <header className={styles.head}>
        {actor.type === 'device' && (
          <span className={classes(styles.icon, isDoubted && styles.doubted)}>
            <Icon of={getDeviceIcon(device ?? { client: 'web', label: actor.device })} size={22} />
          </span>
        )}
        <div>
          <div className={styles.name}>
            <h2 id={id}>{formatActor(texts, actor)}</h2>
            {isDoubted && <Chip tone="critical">{text('changes.doubted')}</Chip>}
          </div>
          <p className="ui-note">{listAccessFacts(texts, actor, device).join(' · ')}</p>
        </div>
        <UndoAll entries={entries.filter(({ undo }) => undo === 'possible' || undo === 'waiting')} />
      </header>
      <ListRows>
        {entries.map(entry => (
          <ActivityRow key={entry.id} item={toItem(entry)} />
        ))}
      </ListRows>
    </section>
  )
}

/** Lists network, when and how it signed in, and that its access has ended. */
function listAccessFacts(
  texts: Texts,
  { network }: JournalActor,
  device: DeviceSignIn | undefined,
): string[] {
  const { text } = texts
  const signIn = device && [
    text('security.device.signed-in', { when: formatWhen(texts, device.signedInAt) }),
    formatMethod(texts, device.methods),
    device.endedAt && text('changes.signed-out', { when: formatWhen(texts, device.endedAt) }),
  ]
  return [network, ...(signIn ?? [])].filter(fact => fact != null)
}

interface SectionProps {
  entries: readonly JournalEntry[]
  /** Whether the owner said that it was not them. */
  isDoubted: boolean
  /** The sign-in of a device, for 60 days. */
  device: DeviceSignIn | undefined
}

/** Undoes all changes from the newest to the oldest, and says which could not be undone. */
function UndoAll({ entries }: { entries: readonly JournalEntry[] }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [failed, setFailed] = useState<readonly JournalEntry[]>([])
  const undoAll = async () => {
    setRunning(true)
    const refused: JournalEntry[] = []
    for (const entry of entries) await repeatUndo(entry.id).catch(() => refused.push(entry))
    setFailed(refused)
    await queries.invalidateQueries()
    setRunning(false)
  }
  return (
    <>
      {(entries.length > 1 || isRunning) && (
        <Button variant="primary" icon={Undo2} pending={isRunning} onClick={() => void undoAll()}>
          {text('changes.undo-all', { count: entries.length })}
        </Button>
      )}
      {failed.length > 0 && (
        <AlertBanner kind="error">
          {text('changes.undo-failed', {
            changes: failed.map(entry => formatActivityName(texts, toItem(entry))).join(', '),
          })}
        </AlertBanner>
      )}
    </>
  )
}

/** The entry as an item of the activity. */
const toItem = (entry: JournalEntry): ActivityItem => ({
  id: entry.id,
  kind: entry.kind,
  state: 'done',
  at: entry.lastAt ?? entry.at,
  name: entry.detail.title ?? null,
  total: entry.total,
  done: null,
  problems: 0,
  leftOut: 0,
  until: entry.undoUntil,
  entry,
})
