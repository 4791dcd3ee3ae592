import { useParams, useSearch } from '@tanstack/react-router'
import { COMPLAINT_REASONS } from '#contract/complaint.ts'
import { ReportProblem, YourReport } from '#web/domains/complaints/index.ts'
import { OrderDetails } from '#web/domains/orders/index.ts'
import { ProductPdfAction, useProductFiles } from '#web/domains/product-files/index.ts'
import { useWidgetChanges, WidgetLinks } from '#web/domains/widgets/index.ts'
import { AccountPage } from '../account-page.tsx'

/** An order and the report of a problem with it, in one file: they share most of their code. */

/** '/orders/{orderCode}/report'; `reason` of the query is chosen at first. */
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

/** '/orders/{orderCode}'. */
export function OrderPage() {
  useProductFiles()
  useWidgetChanges()
  const { orderCode = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <OrderDetails
        key={orderCode}
        code={orderCode}
        report={order => <YourReport order={order} />}
        productLinks={({ code, title }, { superOrderCode }) => (
          <>
            <WidgetLinks orderCode={superOrderCode} productCode={code} />
            <ProductPdfAction code={code} title={title} />
          </>
        )}
      />
    </AccountPage>
  )
}
