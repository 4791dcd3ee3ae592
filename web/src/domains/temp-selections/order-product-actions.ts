import type { LucideIcon } from 'lucide-react'
import BookOpen from 'lucide-react/icons/book-open'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useMemo } from 'react'
import { EDITOR_PRODUCTS, type EditorProduct } from '#contract/brands.ts'
import { lazyPerform, type PhotoAction } from '#web/gallery/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { explainLimit, useOrderPrints } from './order-prints-action.tsx'

const orderProduct = lazyPerform(() => import('./order-prints.tsx').then(({ orderProduct }) => orderProduct))

/** An action that orders a product of the photos. */
export interface ProductAction extends PhotoAction {
  id: EditorProduct
}

/** The products beside prints that the brand has an editor for, where 'Order prints' is offered. */
export function useOrderProducts(): readonly ProductAction[] {
  const { brand } = useConfig()
  const isOffered = useOrderPrints() !== undefined
  return useMemo(() => {
    if (!isOffered) return []
    return EDITOR_PRODUCTS.filter(product => brand.productEditors?.[product]).map(product => ({
      id: product,
      ...PRODUCTS[product],
      disabledReason: explainLimit,
      perform: (targets, environment) => orderProduct(brand, product, targets, environment),
    }))
  }, [brand, isOffered])
}

const PRODUCTS: Record<EditorProduct, { name: MessageId; icon: LucideIcon }> = {
  'photo-book': { name: 'suggest.for.book', icon: BookOpen },
  calendar: { name: 'suggest.for.calendar', icon: CalendarDays },
}
