import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import styles from './delete-account.module.css'
import { DeletionForm } from './deletion-form.tsx'
import { DeletionLists } from './deletion-lists.tsx'
import { DeletionLoading } from './deletion-loading.tsx'
import { deletionPreviewQuery } from './deletion-preview-query.ts'
import { DeletionSent } from './deletion-sent.tsx'
import { ExportFirst } from './export-first.tsx'

/**
 * Consequences of deleting the account, with the customer's own numbers, and the request for the link (AA-041, OP-59).
 */
export function DeleteAccount() {
  const { text } = useTexts()
  const preview = useQuery(deletionPreviewQuery)
  const [mailCount, setMailCount] = useState(0)
  const onSent = () => setMailCount(count => count + 1)
  if (preview.data)
    return (
      <>
        <p className={styles.intro}>{text('delete-account.text', { days: preview.data.graceDays })}</p>
        <DeletionLists preview={preview.data} />
        {preview.data.photos > 0 && <ExportFirst preview={preview.data} />}
        {mailCount > 0 ? <DeletionSent key={mailCount} onSent={onSent} /> : <DeletionForm onSent={onSent} />}
      </>
    )
  if (preview.isError)
    return (
      <AlertBanner kind="error" onRetry={() => void preview.refetch()}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    )
  return <DeletionLoading />
}
