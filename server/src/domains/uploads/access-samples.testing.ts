import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const FILES = `${SERVICES.uploads}/files`
export const TUS_HEADERS = { 'tus-resumable': '1.0.0' }
export const TUS_PATCH_HEADERS = {
  ...TUS_HEADERS,
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}
const TUS_CREATE_HEADERS = { ...TUS_HEADERS, 'upload-length': '5', 'upload-metadata': 'filename YS5qcGc=' }

/** Uploads without bytes, of a batch that stays and of one that is closed, and an upload session. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer) {
    const batch = randomUUID()
    const metadata = { batchId: batch, fileId: randomUUID() }
    const { headers } = await customer.createUpload('fourth.jpg', 5, metadata)
    const closingBatch = randomUUID()
    await customer.createUpload('fifth.jpg', 5, { batchId: closingBatch, fileId: randomUUID() })
    const { sessionId: uploadSession } = await customer.call(createUploadSession, { body: {} })
    return { upload: headers.get('location')!.split('/').at(-1)!, uploadSession, batch, closingBatch }
  },
  calls: {
    [`POST ${SERVICES.uploads}/receipts`]: ({ upload }) => ({ body: { uploadIds: [upload] } }),
    [`POST ${SERVICES.uploads}/known`]: ({ sha256 }) => ({
      body: { files: [{ sha256, fileName: 'a.jpg' }] },
    }),
    [`POST ${SERVICES.uploads}/upload-sessions`]: ({ album }) => ({ body: { albumId: album } }),
    [`GET ${SERVICES.uploads}/upload-sessions/:id`]: ({ uploadSession }) => ({ params: [uploadSession] }),
    [`DELETE ${SERVICES.uploads}/upload-sessions/:id`]: ({ uploadSession }) => ({ params: [uploadSession] }),
    [`PUT ${SERVICES.uploads}/upload-sessions/:id/confirmation`]: ({ uploadSession }) => ({
      params: [uploadSession],
    }),
    [`GET ${SERVICES.uploads}/upload-batches/:id`]: ({ batch }) => ({ params: [batch] }),
    [`PUT ${SERVICES.uploads}/upload-batches/:id/files`]: ({ batch }) => ({
      params: [batch],
      body: { files: [{ fileId: batch, fileName: 'a.jpg', size: 1, state: 'removed' }] },
    }),
    [`PUT ${SERVICES.uploads}/upload-batches/:id/closed`]: ({ closingBatch }) => ({ params: [closingBatch] }),
    [`POST ${FILES}`]: ({ album }) => ({
      headers: { ...TUS_CREATE_HEADERS, 'upload-metadata': `filename YS5qcGc=,albumId ${btoa(album!)}` },
    }),
    [`POST ${FILES}/:id`]: ({ upload }) => ({
      params: [upload],
      headers: { ...TUS_HEADERS, 'x-http-method-override': 'HEAD' },
    }),
    [`HEAD ${FILES}/:id`]: ({ upload }) => ({ params: [upload], headers: TUS_HEADERS }),
    [`PATCH ${FILES}/:id`]: ({ upload }) => ({ params: [upload], headers: TUS_PATCH_HEADERS, body: 'abc' }),
    [`DELETE ${FILES}/:id`]: ({ upload }) => ({ params: [upload], headers: TUS_HEADERS }),
  },
  callsWithoutId: {
    [`HEAD ${FILES}`]: { headers: TUS_HEADERS },
    [`PATCH ${FILES}`]: { headers: TUS_PATCH_HEADERS, body: 'abc' },
    [`DELETE ${FILES}`]: { headers: TUS_HEADERS },
  },
}
