import { useParams } from '@tanstack/react-router'
import { ReportProblem } from '#web/domains/complaints/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/orders/{orderCode}/report' (NX-134). */
export function ReportProblemPage() {
  const { orderCode = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <ReportProblem key={orderCode} code={orderCode} />
    </AccountPage>
  )
}
