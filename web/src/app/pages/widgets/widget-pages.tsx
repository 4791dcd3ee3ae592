import { useParams } from '@tanstack/react-router'
import { WidgetList, WidgetShare } from '#web/domains/widgets/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** The list of online products and the page of one, in one file: they share most of their code. */

/** '/online-products/{productCode}'. */
export function WidgetPage() {
  const { productCode = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <WidgetShare key={productCode} code={productCode} />
    </AccountPage>
  )
}

/** '/online-products'. */
export function WidgetsPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.widgets')}>
      <WidgetList />
    </AccountPage>
  )
}
