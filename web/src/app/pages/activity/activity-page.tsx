import { ActivityList } from '#web/domains/activity/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/activity' (0082). */
export function ActivityPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('activity.title')}>
      <ActivityList />
    </AccountPage>
  )
}
