import Printer from 'lucide-react/icons/printer'
import { useMemo } from 'react'
import { TEMP_SELECTION_MAX } from '#contract/temp-selections.ts'
import { lazyPerform, type PhotoAction } from '#web/gallery/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag, useStripped } from '#web/platform/flags/flags.ts'
import type { EditorBrand } from './editor-address.ts'

const orderPrints = lazyPerform(() => import('./order-prints.tsx').then(({ orderPrints }) => orderPrints))

/** 'Order prints', where its flag is on and the page is not stripped; else undefined. */
export function useOrderPrints(): PhotoAction | undefined {
  const { brand } = useConfig()
  const isEnabled = useFlag('PhotoManagementOrderPrintsEnabled')
  const isStripped = useStripped()
  return useMemo(
    () => (isEnabled && !isStripped ? createOrderPrintsAction(brand) : undefined),
    [brand, isEnabled, isStripped],
  )
}

/** Hands the photos off to the brand's prints editor; see order-prints.tsx. */
export function createOrderPrintsAction(brand: EditorBrand): PhotoAction {
  return {
    id: 'order-prints',
    name: 'selection.order-prints',
    icon: Printer,
    shortcut: 'p',
    disabledReason: explainLimit,
    perform: (targets, environment) => orderPrints(brand, targets, environment),
  }
}

/** Says why the photos are too many for one temporary selection; undefined if they are not. */
export const explainLimit: NonNullable<PhotoAction['disabledReason']> = (count, { text }) =>
  count > TEMP_SELECTION_MAX ? text('prints.limit', { limit: TEMP_SELECTION_MAX }) : undefined
