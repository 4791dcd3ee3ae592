import { WidgetList } from '#web/domains/widgets/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/online-products' (AA-092). */
export function WidgetsPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.widgets')}>
      <WidgetList />
    </AccountPage>
  )
}
