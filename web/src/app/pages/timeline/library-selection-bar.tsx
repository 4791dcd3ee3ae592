import { SelectionBar, type SelectionBarProps } from '#web/gallery/index.ts'
import { useLibraryActions } from './library-actions.ts'

/** The bar of the selection mode with the actions on photos of the library. */
export function LibrarySelectionBar(props: Omit<SelectionBarProps, 'actions'>) {
  return <SelectionBar {...props} actions={useLibraryActions()} />
}
