import type { QueryClient } from '@tanstack/react-query'
import type { Address } from '#contract/addresses.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { showDeletion, showFailure } from '#web/ui/deletion-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { removeAddress, restoreAddress, setDefaultAddress } from '../address-queries.ts'

/** Deletes an address at once and offers to undo it. */
export async function deleteWithUndo(queries: QueryClient, address: Address, { text }: Texts): Promise<void> {
  await showDeletion(getSubject(address), {
    deleting: removeAddress(queries, address),
    restore: () => restoreAddress(queries, address),
    kind: 'success',
    texts: {
      deleted: text('addresses.deleted'),
      undo: text('action.undo'),
      restored: text('addresses.restored'),
      deleteFailed: text('addresses.delete.failed'),
      restoreFailed: text('addresses.restore.failed'),
    },
  })
}

/** Makes an address the default one. */
export async function changeDefaultAddress(
  queries: QueryClient,
  address: Address,
  { text }: Texts,
): Promise<void> {
  const toastSubject = getSubject(address)
  const changing = setDefaultAddress(queries, address).then(
    () => void toasts.add({ ...toastSubject, text: text('addresses.default.changed'), kind: 'success' }),
  )
  await showFailure(toastSubject, changing, text('addresses.default.failed'))
}

const getSubject = ({ id }: Address) => ({ subject: `address ${id}` })
