import { getPhoneReceipts } from '#contract/upload-sessions.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { pageWorld } from '../engine/page-world.ts'
import { sendByTus, terminateByTus } from '../engine/tus.ts'
import type { Tokens } from '../engine/tus-http.ts'
import type { UploadWorld } from '../engine/world.ts'

/**
 * The world of the phone's page: sends with the permission of a transfer, sees nothing of the library, hears no pushes.
 * `ended` is called when the service takes the permission no more.
 */
export function phoneWorld(sessionId: string, permission: string, ended: () => void): UploadWorld {
  const endpoint = new URL(serviceAddress('uploads', '/phone/files'), location.href).href
  const tokens: Tokens = { token: async () => permission, renew: async () => null, ended }
  return {
    ...pageWorld(`phone ${sessionId}`, endpoint, { keepFiles: true }),
    // A permission to add is none to ask what is there.
    known: async () => new Map(),
    receipts: async uploadIds => {
      const { receipts } = await call(getPhoneReceipts, { body: { uploadIds } }, { token: permission })
      return receipts
    },
    remove: async () => {},
    // The service knows the album of the transfer.
    addToAlbum: async () => {},
    send: (file, handlers) =>
      sendByTus(endpoint, tokens, file, {
        ...handlers,
        failed: problem => {
          if (problem.kind !== 'broken' && problem.reason === 'expired') ended()
          handlers.failed(problem)
        },
      }),
    terminate: uploadUrl => terminateByTus(uploadUrl, tokens),
    listen: () => ({ close: () => {} }),
  }
}
