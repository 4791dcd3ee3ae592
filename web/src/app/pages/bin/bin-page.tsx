import { Bin } from '#web/domains/photos/index.ts'
import { WaitingBanner } from '../../shell/review-banner.tsx'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'

/** '/my-photos/deleted': 'Recently deleted'. */
export function BinPage() {
  useLibraryChanges()
  return (
    <>
      <WaitingBanner />
      <Bin />
    </>
  )
}
