import { Bin } from '#web/domains/photos/index.ts'
import { useLibraryChanges } from '../my-photos/library-changes.ts'

/** '/my-photos/deleted': 'Recently deleted' (OP-91). */
export function BinPage() {
  useLibraryChanges(NOTHING_TO_FORGET)
  return <Bin />
}

const NOTHING_TO_FORGET = () => {}
