import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Ask } from './photo-action.ts'

/** Manages the dialogs of actions: actions open them through `ask`, the page that offers the actions renders `dialogs`. */
export function useConfirm(): { ask: Ask; dialogs: ReactNode; isAsking: boolean } {
  const [openDialogs, setOpenDialogs] = useState<readonly OpenDialog[]>([])
  const resolverById = useRef(new Map<number, () => void>())
  useEffect(() => {
    const pendingResolvers = resolverById.current
    return () => {
      for (const resolvePending of pendingResolvers.values()) resolvePending()
      pendingResolvers.clear()
    }
  }, [])

  const ask: Ask = useCallback(
    dialog =>
      new Promise(resolve => {
        const id = ++lastId
        const closeDialog = () => {
          resolverById.current.delete(id)
          setOpenDialogs(before => before.filter(other => other.id !== id))
        }
        resolverById.current.set(id, () => resolve(undefined))
        const content = dialog(value => {
          closeDialog()
          resolve(value)
        })
        setOpenDialogs(before => [...before, { id, content }])
      }),
    [],
  )
  const dialogs = openDialogs.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
  return { ask, dialogs, isAsking: openDialogs.length > 0 }
}

interface OpenDialog {
  id: number
  content: ReactNode
}

let lastId = 0
