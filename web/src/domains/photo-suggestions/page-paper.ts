import { findPagePaper, type PrintSize } from '#contract/print-quality.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'

/** Returns the brand's paper that is about a full page; undefined where no prints of that size are sold. */
export function usePagePaper(): PrintSize | undefined {
  const sizes = useConfig().brand.printSizes ?? []
  return useFlag('PhotoManagementOrderPrintsEnabled') ? findPagePaper(sizes) : undefined
}
