import { useMutation, useQueryClient } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { createSftpPassword, type SftpAccess } from '#contract/sftp-access.ts'
import { CopyButton } from '#web/domains/callbacks/index.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'

/** The row of the password: shown when it is created, and never again. */
export function SftpPassword({
  password,
  isBlocked,
}: {
  password: SftpAccess['password']
  isBlocked: boolean
}) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const creation = useMutation({
    mutationFn: () => call(createSftpPassword),
    onSuccess: () => {
      setAsking(false)
      return queries.invalidateQueries({ queryKey: sftpAccessQuery.queryKey })
    },
    onError: error => reportFailure(error),
  })
  const failure = creation.isError && !isCancelled(creation.error) && (
    <AlertBanner kind="error">{text('integration.sftp.password.failed')}</AlertBanner>
  )
  const newPassword = creation.data?.password
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{text('integration.sftp.password')}</dt>
      <dd className={styles.value}>
        <span>{newPassword ?? (password ? '•'.repeat(12) : '–')}</span>
        <p className={styles.hint} role={newPassword ? 'status' : undefined}>
          {text(newPassword ? 'integration.sftp.password.new' : 'integration.sftp.password.hint')}
        </p>
        {!isAsking && failure}
      </dd>
      <dd className={styles.action}>
        {newPassword ? (
          <CopyButton name={text('integration.sftp.password')} value={newPassword} autoFocus />
        ) : (
          <Button
            variant="line"
            icon={password ? RotateCcw : undefined}
            pending={creation.isPending}
            disabled={isBlocked}
            onClick={() => (password ? setAsking(true) : creation.mutate())}
          >
            {text(password ? 'integration.sftp.password.replace' : 'integration.sftp.password.create')}
          </Button>
        )}
        {isAsking && (
          <ConfirmDialog
            title={text('integration.sftp.password.replace.title')}
            confirmLabel={text('integration.sftp.password.replace')}
            pending={creation.isPending}
            alert={failure}
            onConfirm={() => creation.mutate()}
            onCancel={() => setAsking(false)}
          >
            <p>{text('integration.sftp.password.replace.text')}</p>
          </ConfirmDialog>
        )}
      </dd>
    </div>
  )
}
