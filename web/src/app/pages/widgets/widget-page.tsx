import { useParams } from '@tanstack/react-router'
import { WidgetShare } from '#web/domains/widgets/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/online-products/{productCode}' (AA-093). */
export function WidgetPage() {
  const { productCode = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <WidgetShare key={productCode} code={productCode} />
    </AccountPage>
  )
}
