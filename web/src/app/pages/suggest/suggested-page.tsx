import { useParams } from '@tanstack/react-router'
import { SuggestedSelection } from '#web/domains/photo-suggestions/index.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'

/** '/my-photos/suggest/:draftId'. */
export function SuggestedPage() {
  const { draftId = '' } = useParams({ strict: false }) as { draftId?: string }
  useLibraryChanges()
  return <SuggestedSelection draftId={draftId} />
}
