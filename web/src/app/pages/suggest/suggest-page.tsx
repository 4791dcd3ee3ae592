import { SuggestionForm } from '#web/domains/photo-suggestions/index.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'

/** '/my-photos/suggest'. */
export function SuggestPage() {
  useLibraryChanges()
  return <SuggestionForm />
}
