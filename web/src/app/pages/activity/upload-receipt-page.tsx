import { useParams } from '@tanstack/react-router'
import { UploadReceipt } from '#web/domains/uploads/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/activity/uploads/{batchId}' (0082). */
export function UploadReceiptPage() {
  const { text } = useTexts()
  const { batchId = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <PageHeading
        title={text('upload-receipt.title')}
        back={{ to: PATHS.activity, label: text('activity.title') }}
      />
      <UploadReceipt key={batchId} batchId={batchId} />
    </AccountPage>
  )
}
