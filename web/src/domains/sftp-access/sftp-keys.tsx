import { useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { deleteSftpKey, type SftpKey } from '#contract/sftp-access.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListRow, ListRows } from '#web/ui/list-rows.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { formatKeyType, shortenFingerprint } from './key-label.ts'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'

const AddKeyDialog = lazyComponent(() => import('./add-key-dialog.tsx'), 'AddKeyDialog')

/** The public keys that sign in by SFTP: added, listed with their last use, and ended. */
export function SftpKeys({ keys, isBlocked }: { keys: readonly SftpKey[]; isBlocked: boolean }) {
  const { text } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<SftpKey>()
  return (
    <section className="ui-above32" aria-labelledby="sftp-keys">
      <SectionHeading
        id="sftp-keys"
        title={text('integration.sftp.keys')}
        count={keys.length}
        action={
          <Button
            variant="primary"
            size="small"
            icon={Plus}
            disabled={isBlocked}
            onClick={() => setAdding(true)}
          >
            {text('integration.sftp.keys.add')}
          </Button>
        }
      />
      {keys.length === 0 ? (
        <p className="ui-quiet">{text('integration.sftp.keys.none')}</p>
      ) : (
        <ListRows>
          {keys.map(key => (
            <KeyRow key={key.id} sftpKey={key} onEnd={() => setEnding(key)} />
          ))}
        </ListRows>
      )}
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} />}
      {ending && <EndKeyDialog sftpKey={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

function KeyRow({ sftpKey, onEnd }: { sftpKey: SftpKey; onEnd: () => void }) {
  const { texts, text } = useTexts()
  const { name, fingerprint, createdAt, lastUsedAt, lastUsedFrom } = sftpKey
  const use = lastUsedAt
    ? text(lastUsedFrom ? 'integration.sftp.used-from' : 'integration.sftp.used', {
        time: instantLabel(texts, lastUsedAt, 'short-day-time'),
        network: lastUsedFrom ?? '',
      })
    : text('integration.sftp.never-used', { date: instantLabel(texts, createdAt, 'day') })
  return (
    <ListRow
      inline
      icon={KeyRound}
      name={name}
      end={
        <Button variant="text" aria-label={text('integration.sftp.keys.end', { name })} onClick={onEnd}>
          {text('integration.sftp.end')}
        </Button>
      }
    >
      <p className="ui-note">
        {formatKeyType(sftpKey)} ·{' '}
        <span className={styles.fingerprint} title={fingerprint}>
          {shortenFingerprint(fingerprint)}
        </span>
      </p>
      <p className="ui-note">{use}</p>
    </ListRow>
  )
}

function EndKeyDialog({ sftpKey: { id, name }, onClose }: { sftpKey: SftpKey; onClose: () => void }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const run = async () => {
    // It may have been ended in another window.
    await nullIfNotFound(call(deleteSftpKey, { params: { id } }, { unloggedStatuses: [404] }))
    void queries.invalidateQueries({ queryKey: sftpAccessQuery.queryKey })
  }
  return (
    <OperationDialog
      title={text('integration.sftp.keys.end.title', { name })}
      confirmLabel={text('integration.sftp.keys.end.confirm')}
      danger
      run={run}
      onDone={onClose}
      onCancel={onClose}
      failure={text('integration.sftp.end.failed')}
    >
      <p>{text('integration.sftp.end.text')}</p>
    </OperationDialog>
  )
}
