import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { change } from './context.ts'
import { createAccount, hashPassword } from './domains/identity/index.ts'
import type { App } from './http/app.ts'
import { createS3Blobs } from './platform/blobs/s3-blobs.ts'
import { startS3Server } from './platform/blobs/testing/s3-server.ts'
import type { RunningServer } from './serve.ts'
import { Client } from './testing/client.ts'
import { PASSWORD } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { startRole } from './testing/running-process.ts'
import { startUnreliableProxy } from './testing/unreliable-proxy.ts'

/** More connections than are tried. */
const ALWAYS = 1_000_000
const WAIT = { timeout: 600_000, interval: 200 }

/** Starts an S3 that cannot be reached until the proxy resumes. */
async function startAwayS3() {
  const opened = new AsyncDisposableStack()
  onTestFinished(() => opened.disposeAsync())
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-s3-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const { location, close } = await startS3Server(folder)
  opened.defer(close)
  const proxy = await startUnreliableProxy(new URL(location.endpoint!))
  opened.defer(() => proxy.close())
  const direct = createS3Blobs(location, { tempDir: folder })
  opened.defer(() => direct.close())
  const env: Record<string, string> = {
    S3_BUCKET: location.bucket,
    S3_ENDPOINT: proxy.url.replace(/\/$/, ''),
    S3_REGION: location.region,
    S3_ACCESS_KEY_ID: location.accessKeyId!,
    S3_SECRET_ACCESS_KEY: location.secretAccessKey!,
  }
  proxy.refuse(ALWAYS)
  return { env, labels: direct.label, proxy }
}

test('RV-710 a process starts while S3 is away: what needs no blobs works, it is not ready, and becomes ready', async () => {
  const { env, labels, proxy } = await startAwayS3()
  const { running, fetchPath } = await startRole('all', env)
  expect((await fetchPath('/healthz')).status).toBe(200)
  for (const origin of [null, running.origin]) {
    const ready = origin ? await fetch(`${origin}/readyz`) : null
    const { status, text } = ready
      ? { status: ready.status, text: await ready.text() }
      : await fetchPath('/readyz')
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({
      code: 'unavailable',
      message: 'Not ready: the blob store has not answered since the start',
    })
  }
  const customer = await signUp(running)
  expect((await customer.call(contract.getPhotos)).images).toEqual([])
  const bytes = await jpeg()
  const created = await customer.createUpload('a.jpg', bytes.length)
  expect([created.status, created.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await labels.read()).toBeNull()
  expect(running.ctx.jobs.isWorking()).toBe(false)

  proxy.resume()
  await expect.poll(async () => (await fetchPath('/readyz')).status, WAIT).toBe(200)
  expect((await fetch(`${running.origin}/readyz`)).status).toBe(200)
  expect(await labels.read()).toContain('databaseId')
  expect((await customer.upload('a.jpg', bytes)).response.status).toBe(204)
  const states = async () => (await customer.call(contract.getPhotos)).images.map(({ state }) => state)
  await expect.poll(states, WAIT).toEqual(['ready'])
})

test('RV-710 a process that started while S3 was away ends when the store belongs to another database', async () => {
  const { env, labels, proxy } = await startAwayS3()
  const label = JSON.stringify({ databaseId: randomUUID(), sweep: 0, mark: 0 })
  await labels.write(label)
  const { running, fetchPath } = await startRole('all', env)
  proxy.resume()
  const error = (await running.failed) as Error
  expect(error.message).toContain('The blob store belongs to database')
  expect((await fetchPath('/readyz')).status).toBe(503)
  const customer = await signUp(running)
  expect((await customer.createUpload('a.jpg', 1000)).status).toBe(503)
  expect(await labels.read()).toBe(label)
})

test('RV-710 a process that waits for S3 ends at once', async () => {
  const { env, labels } = await startAwayS3()
  const { close } = await startRole('all', env)
  await close()
  expect(await labels.read()).toBeNull()
})

async function signUp({ ctx, origin }: RunningServer): Promise<Client> {
  const email = `${randomUUID()}@keepsake.test`
  const account = {
    email,
    brandId: 'keepsake-gb',
    locale: 'en-GB',
    passwordHash: await hashPassword(PASSWORD),
  }
  const accountId = await change(ctx, tx => createAccount(tx, { ...account, registeredAt: ctx.clock.now() }))
  const inject = async ({ method, url, headers, payload }: Injected) => {
    const answer = await fetch(new URL(url!, origin), { method, headers, body: payload, redirect: 'manual' })
    const body = await answer.text()
    return {
      statusCode: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() },
      body,
      json: () => JSON.parse(body),
    }
  }
  const overHttp = { http: { inject }, routes: [] } as unknown as App
  return Client.signIn(overHttp, origin, accountId!, email, PASSWORD)
}

interface Injected {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}
