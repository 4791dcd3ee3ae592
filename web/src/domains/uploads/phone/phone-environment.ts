import { getPhoneReceipts, type PhoneSession } from '#contract/upload-sessions.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { createBrowserEnvironment, onOnline } from '../engine/browser-environment.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { sendByTus, terminateByTus } from '../tus/tus.ts'
import type { Tokens } from '../tus/tus-http.ts'
import { openPhoneQueue, toPhoneAccount } from './phone-queue.ts'

/**
 * Returns the environment of the phone's page: uploads with an upload token, without access to the library or to push
 * messages. Calls `onExpired` when the service refuses the token.
 */
export function createPhoneEnvironment(
  { sessionId, libraryKey }: PhoneSession,
  uploadToken: string,
  onExpired: () => void,
): UploadEnvironment {
  const endpoint = new URL(serviceAddress('uploads', '/phone/files'), location.href).href
  const tokens: Tokens = { token: async () => uploadToken, renew: async () => null, onRefused: onExpired }
  return {
    ...createBrowserEnvironment(toPhoneAccount(libraryKey), endpoint, { cacheFiles: true }),
    storage: () => openPhoneQueue(libraryKey, sessionId),
    // The token allows adding photos, not reading the choice.
    arePlacesOn: async () => false,
    // The token allows adding photos, not reading the library.
    findDuplicates: async () => new Map(),
    // The service knows the files of an upload session.
    recordFiles: async () => {},
    fetchReceipts: async uploadIds => {
      const { receipts } = await call(getPhoneReceipts, { body: { uploadIds } }, { token: uploadToken })
      return receipts
    },
    deletePhotos: async () => {},
    // Only the owner confirms, on the computer.
    confirmSession: async () => {},
    // A phone chooses photos, not folders.
    ensureAlbum: () => Promise.reject(new Error('A phone creates no albums')),
    // The service adds photos to the album of the upload session.
    addToAlbum: async () => {},
    send: (file, handlers) =>
      sendByTus(endpoint, tokens, file, {
        ...handlers,
        onError: error => {
          if (error.kind !== 'broken' && error.reason === 'expired') onExpired()
          handlers.onError(error)
        },
      }),
    terminate: uploadUrl => terminateByTus(uploadUrl, tokens),
    onOnline,
    onPush: () => ({ close: () => {} }),
  }
}
