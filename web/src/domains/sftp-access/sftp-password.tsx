import { useMutation, useQueryClient } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { createSftpPassword, deleteSftpPassword, type SftpAccess } from '#contract/sftp-access.ts'
import { CopyButton } from '#web/domains/callbacks/index.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SingleRow } from '#web/ui/list-rows.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'

/** The password for SFTP: shown when it is created, and never again; replaced or ended after a question. */
export function SftpPassword({
  access: { password, keys },
  isBlocked,
}: {
  access: SftpAccess
  isBlocked: boolean
}) {
  const { texts, text } = useTexts()
  const [question, setQuestion] = useState<'replace' | 'end'>()
  const onDone = () => setQuestion(undefined)
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: sftpAccessQuery.queryKey })
  const creation = useMutation({
    mutationFn: () => call(createSftpPassword),
    onSuccess: () => {
      onDone()
      return reload()
    },
  })
  const end = async () => {
    await call(deleteSftpPassword)
    creation.reset()
    void reload()
  }
  const failure = creation.isError && !isCancelled(creation.error) && (
    <AlertBanner kind="error">{text('integration.sftp.password.failed')}</AlertBanner>
  )
  const newPassword = password ? creation.data?.password : undefined
  const create = (
    <Button
      variant="line"
      pending={creation.isPending}
      disabled={isBlocked}
      onClick={() => creation.mutate()}
    >
      {text('integration.sftp.password.create')}
    </Button>
  )
  const change = (
    <div className={classes('ui-cluster', styles.buttons)}>
      {!newPassword && (
        <Button
          variant="text"
          disabled={isBlocked}
          aria-label={text('integration.sftp.password.replace')}
          onClick={() => setQuestion('replace')}
        >
          {text('integration.sftp.replace')}
        </Button>
      )}
      <Button
        variant="text"
        aria-label={text('integration.sftp.password.end')}
        onClick={() => setQuestion('end')}
      >
        {text('integration.sftp.end')}
      </Button>
    </div>
  )
  return (
    <section className="ui-above32" aria-labelledby="sftp-password">
      <h2 id="sftp-password" className="ui-below8">
        {text('sign-in.password')}
      </h2>
      {!question && failure}
      <SingleRow muted icon={Lock} name={text('sign-in.password')} end={password ? change : create}>
        {newPassword ? (
          <NewPassword value={newPassword} />
        ) : (
          <p className="ui-note">
            {password ? formatUse(texts, password) : text('integration.sftp.password.hint')}
          </p>
        )}
      </SingleRow>
      {password && keys.length > 0 && <p className="ui-note">{text('integration.sftp.password.needless')}</p>}
      {question === 'replace' && (
        <ConfirmDialog
          title={text('integration.sftp.password.replace.title')}
          confirmLabel={text('integration.sftp.password.replace')}
          pending={creation.isPending}
          alert={failure}
          onConfirm={() => creation.mutate()}
          onCancel={onDone}
        >
          <p>{text('integration.sftp.password.replace.text')}</p>
        </ConfirmDialog>
      )}
      {question === 'end' && (
        <OperationDialog
          title={text('integration.sftp.password.end.title')}
          confirmLabel={text('integration.sftp.password.end')}
          danger
          run={end}
          onDone={onDone}
          onCancel={onDone}
          failure={text('integration.sftp.end.failed')}
        >
          <p>{text('integration.sftp.end.text')}</p>
        </OperationDialog>
      )}
    </section>
  )
}

function NewPassword({ value }: { value: string }) {
  const { text } = useTexts()
  return (
    <>
      <p className="ui-row8">
        <span className={styles.value}>{value}</span>
        <CopyButton name={text('sign-in.password')} value={value} autoFocus />
      </p>
      <p className="ui-note" role="status">
        {text('integration.sftp.password.new')}
      </p>
    </>
  )
}

function formatUse(texts: Texts, { createdAt, lastUsedAt }: NonNullable<SftpAccess['password']>): string {
  const created = texts.text('integration.sftp.password.created', {
    date: instantLabel(texts, createdAt, 'day'),
  })
  const used = texts.text('integration.sftp.password.used', {
    time: lastUsedAt ? instantLabel(texts, lastUsedAt, 'short-day-time') : '',
  })
  return lastUsedAt ? `${created} · ${used}` : created
}
