import Printer from 'lucide-react/icons/printer'
import { useMemo } from 'react'
import { TEMP_SELECTION_MAX } from '#contract/temp-selections.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag, useStripped } from '#web/platform/flags/flags.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import type { EditorBrand } from './editor-address.ts'

const HandoffOverlay = lazyComponent(() =>
  import('./handoff-overlay.tsx').then(({ HandoffOverlay }) => HandoffOverlay),
)

const loadSelection = lazyModule(() => import('./create-selection.ts'))
const loadAddress = lazyModule(() => import('./editor-address.ts'))

/** 'Order prints', where its flag is on and the page is not stripped (PL-052, PL-143, OP-06, OP-28); else undefined. */
export function useOrderPrints(): PhotoAction | undefined {
  const { brand } = useConfig()
  const isEnabled = useFlag('PhotoManagementOrderPrintsEnabled')
  const isStripped = useStripped()
  return useMemo(
    () => (isEnabled && !isStripped ? createOrderPrintsAction(brand) : undefined),
    [brand, isEnabled, isStripped],
  )
}

/**
 * Hands the photos off to the brand's prints editor (PL-138) under an overlay that can be cancelled (PL-139). A failure
 * closes the overlay and shows a toast; the photos stay selected (PL-140, PL-053).
 */
export function createOrderPrintsAction(brand: EditorBrand): PhotoAction {
  return {
    id: 'order-prints',
    name: 'selection.order-prints',
    icon: Printer,
    shortcut: 'p',
    disabledReason: (count, { text }) =>
      count > TEMP_SELECTION_MAX ? text('prints.limit', { limit: TEMP_SELECTION_MAX }) : undefined,
    perform: async (targets, { ask, texts }) => {
      const prepare = async (signal: AbortSignal) => {
        const [{ createSelection }, { createEditorAddress }] = await Promise.all([
          loadSelection(),
          loadAddress(),
        ])
        return createEditorAddress(brand, await createSelection(targets, signal))
      }
      const outcome = await ask<'done' | 'failed' | 'cancelled'>(close => (
        <HandoffOverlay
          amount={targets.count}
          prepare={prepare}
          onLeave={() => close('done')}
          onCancel={() => close('cancelled')}
          onFailed={error => {
            reportFailure(error)
            close('failed')
          }}
        />
      ))
      if (outcome === 'failed')
        toasts.add({ subject: 'prints', text: texts.text('prints.failed'), kind: 'error' })
      return outcome ?? 'cancelled'
    },
  }
}
