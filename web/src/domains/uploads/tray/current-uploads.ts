import { createStore } from '#web/platform/listeners/listeners.ts'
import type { Uploads } from '../engine/uploads.ts'

/** The uploads of the signed-in account. They continue when the modal that started them closes. */
export interface CurrentUploads {
  account: string
  uploads: Uploads
  /**
   * Number of open modals and upload pages that show the unconfirmed files; the tray hides these files as long as a
   * view is open.
   */
  openViews: number
}

const store = createStore<CurrentUploads | undefined>(undefined)
let closing: Promise<void> | undefined

/** Store of the current uploads; undefined when there are none and no modal is open. The tray shows them. */
export const currentUploads = {
  ...store,
  /** Stops sending; unsent files stay stored for the next visit. Resolves when the stored queue is released. */
  close(): Promise<void> {
    const current = store.get()
    if (!current) return closing ?? Promise.resolve()
    const closingUploads = current.uploads.stop().finally(() => {
      if (closing === closingUploads) closing = undefined
    })
    closing = closingUploads
    store.set(undefined)
    return closingUploads
  },
  /** Promise of the running `close`; undefined if none is running. */
  closing: () => closing,
}
