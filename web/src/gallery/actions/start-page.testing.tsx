import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { ActionEnvironment } from './photo-action.ts'
import { useConfirm } from './use-confirm.tsx'

/** A page whose button 'Start' performs an action, with the dialogs that it opens. */
export function StartPage({ onStart }: { onStart: (environment: ActionEnvironment) => unknown }) {
  const { ask, dialogs } = useConfirm()
  const queries = useQueryClient()
  const texts = useTexts()
  return (
    <>
      <button type="button" onClick={() => void onStart({ texts, queries, ask })}>
        Start
      </button>
      {dialogs}
    </>
  )
}
