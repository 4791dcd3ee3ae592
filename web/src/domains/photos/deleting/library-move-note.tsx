import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryMove } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressCard } from '#web/ui/progress-card.tsx'
import { undoDeleteAll } from './delete-all.tsx'

/** Progress of a library move. Offers to undo one to the bin; its text says that the customer need not wait. */
export function LibraryMoveNote({ move }: { move: LibraryMove }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [undoing, setUndoing] = useState(false)
  const title = text(move.to === 'bin' ? 'delete-all.running' : 'delete-all.restoring')
  const undo = async () => {
    setUndoing(true)
    await undoDeleteAll({ queries, texts }, move.moveId)
    setUndoing(false)
  }
  return (
    <ProgressCard
      title={title}
      value={move.photos ? move.moved / move.photos : undefined}
      count={text('photos.progress', { done: move.moved, count: move.photos })}
      action={
        move.to === 'bin' && (
          <Button variant="line" size="small" pending={undoing} onClick={() => void undo()}>
            {text('action.undo')}
          </Button>
        )
      }
    >
      {text('photos.goes-on')}
    </ProgressCard>
  )
}
