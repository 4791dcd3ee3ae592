import { useParams } from '@tanstack/react-router'
import { YourReport } from '#web/domains/complaints/index.ts'
import { OrderDetails } from '#web/domains/orders/index.ts'
import { ProductPdfAction, useProductFiles } from '#web/domains/product-files/index.ts'
import { useWidgetChanges, WidgetLinks } from '#web/domains/widgets/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/orders/{orderCode}' (AA-065). */
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
