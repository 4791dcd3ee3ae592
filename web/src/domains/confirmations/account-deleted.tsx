import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { ClosedAccount } from './closed-account.tsx'
import { closureQuery } from './closure-query.ts'
import { ConfirmationProgress } from './confirmation-progress.tsx'
import { readConfirmationResult } from './confirmation-result.ts'
import { NothingConfirmed } from './nothing-confirmed.tsx'
import { ResultPage } from './result-page.tsx'
import { CustomerCareLink, ShopLink } from './storefront-links.tsx'

/**
 * '/account-deleted' (AA-042), public: after the confirmation and behind the link of the closing mail. With a token it
 * says what happens to the account and can reopen it; opening the page changes nothing. Without a token it says that the
 * account was deleted only after a confirmation of this tab.
 */
export function AccountDeleted() {
  const { text } = useTexts()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const token = search['keep-token']
  const closure = useQuery({ ...closureQuery(token ?? ''), enabled: Boolean(token) })
  const [result] = useState(readConfirmationResult)
  if (token ? closure.data?.state === 'deleted' : result?.outcome === 'account-closed')
    return <ResultPage icon={UserX} title={text('account-deleted.gone')} link={<ShopLink />} />
  if (!token || isNotFound(closure.error)) return <NothingConfirmed icon={UserX} />
  if (closure.error) return <LoadFailed retry={() => void closure.refetch()} />
  if (!closure.data) return <ConfirmationProgress title="account-deleted.title" />
  if (closure.data.state === 'reopened') return <Reopened />
  return <ClosedAccount token={token} closure={closure.data} />
}

function Reopened() {
  const { text } = useTexts()
  return (
    <ResultPage
      icon={UserCheck}
      title={text('account-deleted.open.title')}
      action={
        <Link to={PATHS.overview} search={{ 'keep-token': undefined }} className={buttonClass('primary')}>
          {text('sign-in.submit')}
        </Link>
      }
      link={<ShopLink />}
    >
      <p>{text('account-deleted.open.text')}</p>
    </ResultPage>
  )
}

function LoadFailed({ retry }: { retry: () => void }) {
  const { text } = useTexts()
  return (
    <ResultPage
      failed
      icon={UserX}
      title={text('app.error.title')}
      action={
        <Button variant="primary" onClick={retry}>
          {text('action.try-again')}
        </Button>
      }
      link={<CustomerCareLink />}
    >
      <p>
        <ContactText id="app.error.text" />
      </p>
    </ResultPage>
  )
}
