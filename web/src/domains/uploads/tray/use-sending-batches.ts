import { useSyncExternalStore } from 'react'
import { isUnsent } from '../queue/upload-item.ts'
import { currentUploads } from './current-uploads.ts'

/** Returns the ids of the upload batches that this page is sending, or has paused. */
export function useSendingBatches(): ReadonlySet<string> {
  const ids = useSyncExternalStore(subscribe, readBatchIds)
  return new Set(ids.split(' '))
}

function subscribe(onChange: () => void): () => void {
  let stopUploads = () => {}
  const listen = () => {
    stopUploads()
    stopUploads = currentUploads.get()?.uploads.subscribe(onChange) ?? (() => {})
    onChange()
  }
  const stopCurrent = currentUploads.subscribe(listen)
  listen()
  return () => {
    stopUploads()
    stopCurrent()
  }
}

/** Joined, so that an equal set is an equal snapshot. */
function readBatchIds(): string {
  const { uploads } = currentUploads.get() ?? {}
  const items = uploads ? [...uploads.state().queue, ...uploads.confirmed().queue] : []
  const sendingItems = items.filter(item => isUnsent(item) && item.state !== 'missing')
  return [...new Set(sendingItems.flatMap(({ batchId }) => batchId ?? []))].join(' ')
}
