import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ContactLink } from '#web/ui/contact-link.tsx'
import { readConfirmationResult } from './confirmation-result.ts'
import { NothingToDo, ResultPage } from './result-page.tsx'

/** '/account-locked', public: the session has ended with all others. Says it only after 'It wasn't me' in this tab. */
export function AccountLocked() {
  const { text } = useTexts()
  const [result] = useState(readConfirmationResult)
  if (result?.outcome !== 'account-locked') return <NothingToDo />
  return (
    <ResultPage
      icon={ShieldCheck}
      title={text('not-me.done.title')}
      link={<ContactLink className={buttonClass('text')} />}
    >
      <p>{text('not-me.done.text', { email: result.email })}</p>
    </ResultPage>
  )
}
