import { useMutation, useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { type Closure, reopenAccount } from '#contract/closures.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './closed-account.module.css'
import { closureQuery } from './closure-query.ts'
import { ResultPage } from './result-page.tsx'
import { ShopLink } from './storefront-links.tsx'

/** A closed account in its grace period, with 'Keep my account'. */
export function ClosedAccount({ token, closure }: { token: string; closure: Closure }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const reopening = useMutation({
    mutationFn: () => call(reopenAccount, { params: { token } }),
    onSuccess: () => queries.setQueryData(closureQuery(token).queryKey, { ...closure, state: 'reopened' }),
    onError: error => {
      reportFailure(error)
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
      link={<ShopLink />}
      note={text('account-deleted.later', { date })}
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
