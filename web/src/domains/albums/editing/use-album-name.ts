import { type RefObject, useRef, useState } from 'react'
import { albumDetails } from '#contract/input/album.ts'
import { checkInput } from '#contract/input/field-issues.ts'
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
      const issue = checkInput(albumDetails, { name: value }, 'name').issues?.name
      setError(issue && (issue === 'empty' ? 'albums.name.empty' : 'albums.name.not-valid'))
      if (issue) field.current?.focus()
      return issue === undefined
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
