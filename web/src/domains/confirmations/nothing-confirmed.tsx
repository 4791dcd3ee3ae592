import MailX from 'lucide-react/icons/mail-x'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ResultPage, type ResultPageProps } from './result-page.tsx'
import { CustomerCareLink } from './storefront-links.tsx'

/** In place of a result that no confirmation of this tab had, or for a link that is not known. */
export function NothingConfirmed({ icon = MailX }: Partial<Pick<ResultPageProps, 'icon'>>) {
  const { text } = useTexts()
  return (
    <ResultPage failed icon={icon} title={text('account-deleted.unknown')} link={<CustomerCareLink />}>
      <p>{text('account-deleted.unknown.text')}</p>
    </ResultPage>
  )
}
