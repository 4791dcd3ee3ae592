import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Ask } from './photo-action.ts'

/** Dialogs of actions: actions open them through `ask`, the page that offers the actions renders `dialogs`. */
export function useConfirm(): { ask: Ask; dialogs: ReactNode; asking: boolean } {
  const [open, setOpen] = useState<readonly OpenDialog[]>([])
  const unanswered = useRef(new Map<number, () => void>())
  useEffect(() => {
    const waiting = unanswered.current
    return () => {
      for (const leave of waiting.values()) leave()
      waiting.clear()
    }
  }, [])

  const ask: Ask = useCallback(
    dialog =>
      new Promise(resolve => {
        const id = ++lastId
        const end = () => {
          unanswered.current.delete(id)
          setOpen(before => before.filter(other => other.id !== id))
        }
        unanswered.current.set(id, () => resolve(undefined))
        const content = dialog(value => {
          end()
          resolve(value)
        })
        setOpen(before => [...before, { id, content }])
      }),
    [],
  )
  const dialogs = open.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
  return { ask, dialogs, asking: open.length > 0 }
}

interface OpenDialog {
  id: number
  content: ReactNode
}

let lastId = 0
