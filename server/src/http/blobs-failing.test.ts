import * as fs from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import type { Disk } from '../platform/blobs/durable-files.ts'
import { createFolderBlobs } from '../platform/blobs/folder-blobs.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg, padJpeg } from '../testing/pictures.ts'

/** Code of the failure of each call, while it is set. */
interface Failing {
  open?: string | undefined
  write?: string | undefined
  datasync?: string | undefined
  /** Bytes that an earlier request has written. */
  datasyncAgain?: string | undefined
}

const CALLS = ['open', 'write', 'datasync', 'datasyncAgain'] as const
const failing: Failing = {}
let customer: Client
const { log, output, clearOutput } = createRecordingLog('error')
const folder = await mkdtemp(join(tmpdir(), 'keepsake-failing-'))
closeAfterAll({ close: () => rm(folder, { recursive: true, force: true }) })
const blobs = closeAfterAll(createFolderBlobs(folder, { disk: failingDisk() }))
const server = closeAfterAll(await testServer({ blobs, config: { rateLimits: false }, log }))
afterEach(() => {
  for (const call of CALLS) failing[call] = undefined
  clearOutput()
})

const refusal = async (answer: Response) => ({
  status: answer.status,
  retryAfter: answer.headers.get('retry-after'),
  code: (await answer.json()).code,
})
const unavailable = { status: 503, retryAfter: '5', code: 'unavailable' }
const full = { status: 507, retryAfter: '60', code: 'storage-full' }

test.each([
  ['write', 'EIO', unavailable],
  ['write', 'EROFS', unavailable],
  ['datasync', 'EIO', unavailable],
  ['write', 'ENOSPC', full],
  ['datasync', 'EDQUOT', full],
  ['datasyncAgain', 'EIO', unavailable],
] as const)(
  'P7 an upload whose %s fails with %s is asked to come again, and resumes',
  async (call, code, expected) => {
    customer = await server.customer()
    const bytes = padJpeg(await jpeg(), 200_000)
    const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
    expect((await customer.patch(location, 0, bytes.subarray(0, 1000))).status).toBe(204)
    failing[call] = code
    expect(await refusal(await customer.patch(location, 1000, bytes.subarray(1000)))).toEqual(expected)
    failing[call] = undefined
    // Bytes that a failed fsync may have dropped are not counted, those of before are.
    const offset = Number((await customer.head(location)).headers.get('upload-offset'))
    expect(offset).toBe(1000)
    expect((await customer.patch(location, offset, bytes.subarray(offset))).status).toBe(204)
    await server.idle()
    const { images } = await customer.call(contract.getPhotos)
    expect(images).toMatchObject([{ state: 'ready' }])
    expect(Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer()).equals(bytes)).toBe(true)
  },
)

test('P7 a picture that cannot be read is asked for again; the disk error is logged', async () => {
  customer = await server.customer()
  await customer.upload('a.jpg', await jpeg())
  await server.idle()
  const [image] = (await customer.call(contract.getPhotos)).images
  failing.open = 'EIO'
  expect(await refusal(await fetch(image!.thumbnails[0]!.url))).toEqual(unavailable)
  expect(output()).toMatch(/EIO.*request failed/)
  expect((await customer.call(contract.getPhotos)).images).toHaveLength(1)
  failing.open = undefined
  expect((await fetch(image!.thumbnails[0]!.url)).status).toBe(200)
})

/** The real disk; the calls in `failing` fail like the system's. */
function failingDisk(): Disk {
  const check = (call: keyof Failing) => {
    const code = failing[call]
    if (code) throw Object.assign(new Error(`${code}: ${call}`), { code, syscall: call })
  }
  return {
    ...fs,
    async open(path, flags, mode) {
      check('open')
      const file = await fs.open(path, flags, mode)
      const { write, writeFile, datasync } = file
      return Object.assign(file, {
        write: async (...args: unknown[]) => {
          check('write')
          return (write as (...args: unknown[]) => Promise<unknown>).apply(file, args)
        },
        writeFile: async (...args: Parameters<typeof writeFile>) => {
          check('write')
          return writeFile.apply(file, args)
        },
        datasync: async () => {
          check(flags === 'r' ? 'datasyncAgain' : 'datasync')
          return datasync.call(file)
        },
      }) as typeof file
    },
  }
}
