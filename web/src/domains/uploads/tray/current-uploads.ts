import { createListeners } from '#web/platform/listeners/listeners.ts'
import type { Uploads } from '../engine/uploads.ts'

/** The uploads of the page's account. They are independent of the modal that began them, so that one can browse. */
export interface CurrentUploads {
  account: string
  uploads: Uploads
  /** Number of modals and upload pages that show the files which are not confirmed. */
  users: number
}

let current: CurrentUploads | undefined
let closing: Promise<void> | undefined
const listeners = createListeners()

/** The current uploads, while there are any or a modal is open; the tray shows them. */
export const currentUploads = {
  get: () => current,
  set(next: CurrentUploads | undefined) {
    current = next
    listeners.notify()
  },
  subscribe: listeners.subscribe,
  /** Stops sending; unsent files stay stored for the next visit. Resolves when the stored queue is released. */
  close(): Promise<void> {
    if (!current) return closing ?? Promise.resolve()
    const closed = current.uploads.stop().finally(() => {
      if (closing === closed) closing = undefined
    })
    closing = closed
    currentUploads.set(undefined)
    return closed
  },
  /** The running `close`; undefined if there is none. */
  closing: () => closing,
}
