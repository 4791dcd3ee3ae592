import { Invoices } from '#web/domains/invoices/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/invoices'. */
export function InvoicesPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.invoices')}>
      <Invoices />
    </AccountPage>
  )
}
