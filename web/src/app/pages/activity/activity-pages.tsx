import { useParams } from '@tanstack/react-router'
import { ActivityList } from '#web/domains/activity/index.ts'
import { UploadReceipt } from '#web/domains/uploads/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { WaitingBanner } from '../../shell/review-banner.tsx'
import { AccountPage } from '../account-page.tsx'

/** The activity and the results of an upload in it, in one file. */

/** '/activity'. */
export function ActivityPage() {
  const { text } = useTexts()
  return (
    <>
      <WaitingBanner />
      <AccountPage title={text('activity.title')}>
        <ActivityList />
      </AccountPage>
    </>
  )
}

/** '/activity/uploads/{batchId}'. */
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
