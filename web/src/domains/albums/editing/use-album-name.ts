import { type RefObject, useRef, useState } from 'react'
import { albumNameProblem } from '#contract/albums.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'

/** A name being typed: judged by `check` only, which a submit calls (PL-073); false, with the focus on `field`, if it is not good. */
export function useAlbumName(initial = ''): TypedName {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<MessageId>()
  const field = useRef<HTMLInputElement>(null)
  return {
    value,
    error,
    field,
    change: setValue,
    check: () => {
      const problem = albumNameProblem(value)
      setError(problem ? PROBLEMS[problem] : undefined)
      if (problem) field.current?.focus()
      return problem === null
    },
  }
}

export interface TypedName {
  value: string
  error: MessageId | undefined
  field: RefObject<HTMLInputElement | null>
  change: (value: string) => void
  check: () => boolean
}

const PROBLEMS = { empty: 'albums.name.empty', 'not valid': 'albums.name.not-valid' } as const
