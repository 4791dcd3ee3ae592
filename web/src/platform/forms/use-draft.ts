import { useMemo } from 'react'
import { useClaims } from '../session/page-session.ts'
import { createDraft, type Draft } from './drafts.ts'

/** Returns the draft of a form of the signed-in customer, also after the session has ended; see `createDraft`. */
export function useDraft(form: string): Draft {
  const { sub } = useClaims()
  return useMemo(() => createDraft(sub, form), [sub, form])
}
