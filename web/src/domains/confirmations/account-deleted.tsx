import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { type ReactNode, useState } from 'react'
import { type Closure, getClosure, reopenAccount } from '#contract/closures.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import styles from './closed-account.module.css'
import { readConfirmationResult } from './confirmation-result.ts'
import { ConfirmationProgress, NothingToDo, ResultPage } from './result-page.tsx'

/**
 * '/account-deleted', public: after the confirmation and behind the link of the closing mail. With a token it
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
    return <ResultPage icon={UserX} title={text('account-deleted.gone')} />
  if (!token) return <NothingToDo />
  if (isNotFound(closure.error)) return <UnknownLink />
  if (closure.error) return <LoadFailed retry={() => void closure.refetch()} />
  if (!closure.data) return <ConfirmationProgress title="account-deleted.title" />
  if (closure.data.state === 'reopened') return <Reopened />
  return <ClosedAccount token={token} closure={closure.data} />
}

function UnknownLink() {
  const { text } = useTexts()
  return (
    <ResultPage failed icon={UserX} title={text('account-deleted.unknown')}>
      <p>{text('account-deleted.unknown.text')}</p>
    </ResultPage>
  )
}

function Reopened() {
  const { text } = useTexts()
  return (
    <ResultPage
      icon={UserCheck}
      title={text('account-deleted.open.title')}
      action={
        <PrimaryLink to={PATHS.overview} search={{ 'keep-token': undefined }}>
          {text('sign-in.submit')}
        </PrimaryLink>
      }
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
    >
      <p>
        <ContactText id="app.error.text" />
      </p>
    </ResultPage>
  )
}

/** A closed account in its grace period, with 'Keep my account'. */
function ClosedAccount({ token, closure }: { token: string; closure: Closure }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const reopening = useMutation({
    mutationFn: () => call(reopenAccount, { params: { token } }),
    onSuccess: () => queries.setQueryData(closureQuery(token).queryKey, { ...closure, state: 'reopened' }),
    onError: error => {
      // The grace period has ended since the page was loaded.
      if (error instanceof HttpFailure && error.status === 410)
        void queries.invalidateQueries(closureQuery(token))
    },
  })
  const date = instantDayLabel(texts, closure.deletionDate)
  const codes = closure.openOrders
  return (
    <ResultPage
      icon={UserX}
      title={text('account-deleted.title')}
      action={
        <>
          {reopening.error && (
            <p role="alert" className={styles.failure}>
              {text(isEmailTaken(reopening.error) ? 'account-deleted.taken' : 'account-deleted.keep-failed')}
            </p>
          )}
          <Button
            variant="primary"
            icon={Undo2}
            pending={reopening.isPending}
            onClick={() => reopening.mutate()}
          >
            {text('account-deleted.keep')}
          </Button>
        </>
      }
      note={text('account-deleted.later', { date: lastDayLabel(texts, closure.deletionDate) })}
    >
      <p>{texts.rich('account-deleted.text', { date, strong })}</p>
      {codes.length > 0 && (
        <p>{text('account-deleted.orders', { count: codes.length, codes: listLabel(texts, codes) })}</p>
      )}
    </ResultPage>
  )
}

const strong = (content: ReactNode[]) => <strong>{content}</strong>

const isEmailTaken = (error: unknown) => error instanceof HttpFailure && error.status === 409

/** Loads the state of the account that the link reopens. */
const closureQuery = (token: string) =>
  callQuery(['closures', token], getClosure, { params: { token }, retry: false })
