import { Link } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { readConfirmationResult } from './confirmation-result.ts'
import { NothingConfirmed } from './nothing-confirmed.tsx'
import { ResultPage } from './result-page.tsx'
import { ShopLink } from './storefront-links.tsx'

/** '/change-email-success', public: the session ended with the old address. Says it only after a confirmation. */
export function ChangeEmailSuccess() {
  const { text } = useTexts()
  const [result] = useState(readConfirmationResult)
  if (result?.outcome !== 'email-changed') return <NothingConfirmed />
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
