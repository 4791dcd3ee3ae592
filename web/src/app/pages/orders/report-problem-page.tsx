import { useParams, useSearch } from '@tanstack/react-router'
import { COMPLAINT_REASONS } from '#contract/complaint.ts'
import { ReportProblem } from '#web/domains/complaints/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/orders/{orderCode}/report' (NX-134); `reason` of the query is chosen at first. */
export function ReportProblemPage() {
  const { orderCode = '' } = useParams({ strict: false })
  const { reason } = useSearch({ strict: false }) as { reason?: string }
  return (
    <AccountPage>
      <ReportProblem
        key={orderCode}
        code={orderCode}
        reason={COMPLAINT_REASONS.find(each => each === reason)}
      />
    </AccountPage>
  )
}
