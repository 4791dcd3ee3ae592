import { Link } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ResultPage } from './result-page.tsx'
import { ShopLink } from './storefront-links.tsx'

/** '/change-email-success' (AA-043), public: the session ended with the old address. */
export function ChangeEmailSuccess() {
  const { text } = useTexts()
  return (
    <ResultPage
      icon={MailCheck}
      title={text('change-email-success.title')}
      action={
        <Link to={PATHS.overview} search={{}} className={buttonClass('primary')}>
          {text('sign-in.submit')}
        </Link>
      }
      link={<ShopLink />}
    >
      <p>{text('change-email-success.text')}</p>
    </ResultPage>
  )
}
