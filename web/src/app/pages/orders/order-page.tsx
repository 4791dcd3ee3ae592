import { useParams } from '@tanstack/react-router'
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
