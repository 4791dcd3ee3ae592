import type { QueryClient } from '@tanstack/react-query'
import type { Address } from '#contract/addresses.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { makeDefault, removeAddress, restoreAddress } from '../address-queries.ts'

/** How long a deletion can be undone. */
const UNDO_MS = 8000

/** Deletes an address at once and offers to undo it. */
export async function deleteWithUndo(queries: QueryClient, address: Address, texts: Texts): Promise<void> {
  const removing = removeAddress(queries, address)
  const undo = async () => {
    await removing
    await restoreAddress(queries, address)
    confirm(address, texts, 'addresses.restored')
  }
  toasts.add({
    ...toastOf(address, texts, 'addresses.deleted'),
    kind: 'success',
    timeoutMs: UNDO_MS,
    action: {
      label: texts.text('action.undo'),
      isUndo: true,
      onAction: () => void orReport(undo(), address, texts, 'addresses.restore.failed'),
    },
  })
  await orReport(removing, address, texts, 'addresses.delete.failed')
}

/** Makes an address the default one. */
export async function changeDefault(queries: QueryClient, address: Address, texts: Texts): Promise<void> {
  const changing = makeDefault(queries, address).then(() =>
    confirm(address, texts, 'addresses.default.changed'),
  )
  await orReport(changing, address, texts, 'addresses.default.failed')
}

const confirm = (address: Address, texts: Texts, id: MessageId) =>
  void toasts.add({ ...toastOf(address, texts, id), kind: 'success' })

async function orReport(work: Promise<void>, address: Address, texts: Texts, id: MessageId): Promise<void> {
  try {
    await work
  } catch (error) {
    reportFailure(error)
    toasts.add({ ...toastOf(address, texts, id), kind: 'error' })
  }
}

/** All toasts about an address replace each other. */
const toastOf = ({ id: address }: Address, { text }: Texts, id: MessageId) => ({
  subject: `address ${address}`,
  text: text(id),
})
