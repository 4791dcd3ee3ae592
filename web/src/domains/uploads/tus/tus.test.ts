// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import { sendByTus } from './tus.ts'

const created: { metadata: Record<string, string> }[] = []
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, options: { metadata: Record<string, string> }) {
      created.push(options)
    }
    start() {}
  },
}))

const tokens = { token: async () => null, renew: async () => null, onRefused: () => {} }
const handlers = { onUploadUrl: () => {}, onProgress: () => {}, onDone: () => {}, onError: () => {} }

function send(name: string, lastModified: number, companion?: UploadCompanion) {
  const file = new File(['x'], name, { type: 'image/jpeg', lastModified })
  sendByTus('/files', tokens, { file, ...(companion && { companion }) }, handlers)
  return created.at(-1)!.metadata
}

test('RV-1166 an upload says when its file was changed, and the zone of the device', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(send('a.jpg', 1_089_799_200_000)).toMatchObject({ lastModified: '1089799200000', timeZone })
  expect(send('b.jpg', 1)).toMatchObject({ filename: 'b.jpg', lastModified: '1' })
})

test('RV-1081 it sends how exactly the date of a companion is known, and that a sidecar corrects its file', () => {
  const date = { takenAt: '1974-08-01T00:00:00', precision: 'month', corrects: true } as const
  const { companion } = send('a.jpg', 0, date)
  expect(JSON.parse(Buffer.from(companion!, 'base64url').toString())).toEqual(date)
  expect(send('b.jpg', 0)).not.toHaveProperty('companion')
})
