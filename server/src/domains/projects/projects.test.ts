import { randomUUID } from 'node:crypto'
import { addMonths } from 'date-fns/addMonths'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDeletionPreview } from '#contract/closures.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as contract from '#contract/projects.ts'
import type { LibraryPush } from '#contract/push.ts'
import * as retailer from '#contract/retailer-calls/projects.ts'
import type { RetailerProject } from '#contract/retailer-projects.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { openSocket } from '../../testing/sockets.ts'
import { signInAgain } from '../identity/testing/mail-links.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { createServiceToken } from '../services/tokens/command.ts'
import { cleanUpProjects } from './erasure.ts'
import { projectForTests } from './projects.testing.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const DAY = 86_400_000

let customer: Client
let project: string
const shop = closeAfterAll(await startRetailerServer())
const serviceTokens = [{ name: 'shop', token: TOKEN }]
const server = closeAfterAll(
  await testServer({ config: { serviceTokens, retailer: { ...shop.settings, timeoutMs: 300 } } }),
)
beforeEach(async () => {
  shop.on(retailer.deleteProject, () => ({ status: 204 }))
  shop.received.length = 0
  customer = await server.customer()
  project = randomUUID()
})

async function send(method: string, path: string, body?: object | Uint8Array, token = TOKEN) {
  const isJson = body !== undefined && !(body instanceof Uint8Array)
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isJson ? 'application/json' : 'image/jpeg' }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : Buffer.from(body as Uint8Array) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const put = (more: Partial<RetailerProject> = {}, accountId = customer.accountId, id = project) =>
  send('PUT', `${SERVICES.projects}/retailer/projects/${id}`, {
    ...projectForTests(server.clock.now(), more),
    accountId,
  })
const deleteByRetailer = (token = TOKEN) =>
  send('DELETE', `${SERVICES.projects}/retailer/projects/${project}`, undefined, token)
const list = (query: { skip?: number; limit?: number } = {}, client = customer) =>
  client.call(contract.getProjects, { params: { accountId: client.accountId }, query })
const titles = async () => (await list()).projects.map(each => each.title)
const remove = (id = project, client = customer) => client.call(contract.deleteProject, { params: { id } })
const restore = () => customer.call(contract.restoreProject, { params: { id: project } })
const cleanUp = () => cleanUpProjects(server.ctx, new AbortController().signal)
const listNotifications = () => shop.received.map(({ call, params }) => `${call} ${params.id}`)

describe('AA-091 the list of saved projects', () => {
  test('AA-089 AA-091 OP-74 has their fields, with the deletion date of the photos and the preview', async () => {
    const previewId = randomUUID()
    await put({ previewId, pageCount: undefined })
    expect((await list()).projects[0]).toMatchObject({ thumbnailUrl: null, previewId, pageCount: null })
    const path = `${SERVICES.storage}/retailer/uploads/${previewId}?accountId=${customer.accountId}`
    await send('PUT', path, await jpeg())
    await put({ version: 2, previewId })
    const { deletionDate, projectCount } = await customer.call(getStorageStatus)
    const answer = await list()
    expect(answer).toEqual({
      totalProjectCount: 1,
      cursor: null,
      projects: [
        {
          version: 2,
          changedAt: expect.any(String),
          id: project,
          title: 'Amsterdam weekend',
          thumbnailUrl: expect.any(String),
          previewId,
          articleName: 'Photo book',
          pageCount: 36,
          createdAt: '2026-01-02T10:00:00.000Z',
          updatedAt: server.clock.now().toISOString(),
          expiresAt: deletionDate,
          editorUrl: 'https://www.keepsake.example/editor/1',
        },
      ],
    })
    expect((await fetch(answer.projects[0]!.thumbnailUrl!)).status).toBe(200)
    expect(projectCount).toBe(1)
    expect((await customer.call(getDeletionPreview)).projects).toBe(1)
  })

  test('AA-091 25 projects come last changed first, ten at a time, with their total', async () => {
    const now = server.clock.now().getTime()
    for (let i = 0; i < 25; i++)
      await put({ title: `${i}`, updatedAt: new Date(now - i * 1000).toISOString() }, undefined, randomUUID())
    const pages = [await list(), await list({ skip: 10, limit: 8 }), await list({ skip: 18, limit: 7 })]
    expect(pages.map(page => page.totalProjectCount)).toEqual([25, 25, 25])
    expect(pages.map(page => page.projects.length)).toEqual([10, 8, 7])
    expect(pages.flatMap(page => page.projects).map(each => Number(each.title))).toEqual([
      ...Array(25).keys(),
    ])
    expect((await list({ skip: 30 })).projects).toEqual([])
  })

  test('RV-814 the date of a customer who comes back after years is that of the photos, and not past', async () => {
    await updateRows(
      server.ctx.db,
      'customers',
      { account_id: customer.accountId },
      { registered_at: new Date('2018-03-01T09:00:00Z') },
    )
    await put({})
    const { deletionDate } = await customer.call(getStorageStatus)
    const [listed] = (await list()).projects
    expect(listed!.expiresAt).toBe(deletionDate)
    expect(deletionDate > server.clock.now().toISOString()).toBe(true)
  })

  test('AA-091 an earlier date of the retailer counts, a later one does not', async () => {
    const { deletionDate } = await customer.call(getStorageStatus)
    const earlier = new Date(server.clock.now().getTime() + 9 * DAY).toISOString()
    await put({ expiresAt: earlier })
    expect((await list()).projects[0]!.expiresAt).toBe(earlier)
    await put({ version: 2, expiresAt: addMonths(new Date(deletionDate), 1).toISOString() })
    expect((await list()).projects[0]!.expiresAt).toBe(deletionDate)
    await put({ version: 3, expiresAt: earlier })
    server.clock.set(new Date(earlier))
    customer = await signInAgain(server, customer)
    expect((await list()).totalProjectCount).toBe(0)
    await cleanUp()
    await server.idle()
    expect(listNotifications()).toEqual([])
    expect((await put({ version: 4 })).body).toEqual({ version: 3, stored: false })
  })

  test('AA-091 another account is forbidden; wrong skip and limit are named', async () => {
    const stranger = await server.customer()
    const params = { accountId: stranger.accountId }
    expect((await customer.expectError(contract.getProjects, { params })).status).toBe(403)
    for (const query of [{ skip: -1 }, { limit: 0 }, { limit: 501 }, { skip: 0.5 }, { limit: Number.NaN }]) {
      const error = await customer.expectError(contract.getProjects, {
        params: { accountId: customer.accountId },
        query,
      })
      expect([error.status, Object.keys(error.body.fields ?? {})]).toEqual([400, Object.keys(query)])
    }
  })
})

describe('AA-091 deleting a project', () => {
  test('AA-090 AA-091 hides it, may be repeated, and can be undone for 30 days', async () => {
    await put()
    await remove()
    await remove()
    expect(await list()).toEqual({ projects: [], totalProjectCount: 0, cursor: null })
    server.clock.advance(30 * DAY - 1)
    await cleanUp()
    customer = await signInAgain(server, customer)
    await restore()
    await restore()
    expect(await titles()).toEqual(['Amsterdam weekend'])
    expect(listNotifications()).toEqual([])
  })

  test('AA-091 is for good after 30 days: the preview is removed, and the retailer is notified until it answers', async () => {
    const previewId = randomUUID()
    const path = `${SERVICES.storage}/retailer/uploads/${previewId}?accountId=${customer.accountId}`
    await send('PUT', path, await jpeg())
    await put({ previewId })
    await remove()
    shop.on(retailer.deleteProject, () => ({ status: 503 }))
    server.clock.advance(30 * DAY)
    await cleanUp()
    const files = () => Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/`))
    await expect.poll(async () => (await files()).length).toBe(0)
    await expect.poll(listNotifications).toContain(`DELETE /projects/:id ${project}`)
    shop.on(retailer.deleteProject, () => ({ status: 404 }))
    await server.idle()
    const unanswered = listNotifications().length
    server.clock.advance(10_000)
    await sendDueMessages(server.ctx)
    expect(listNotifications()).toHaveLength(unanswered + 1)
    customer = await signInAgain(server, customer)
    const error = await customer.expectError(contract.restoreProject, { params: { id: project } })
    expect(error.status).toBe(404)
    const answered = listNotifications().length
    server.clock.advance(2 * 3_600_000)
    await cleanUp()
    await server.idle()
    expect(listNotifications()).toHaveLength(answered)
    expect((await put({ version: 2 })).body).toEqual({ version: 1, stored: false })
  })

  test('AA-091 by the retailer is final at once, also when it arrives before the project', async () => {
    await put()
    expect((await deleteByRetailer()).body).toEqual({ deleted: true })
    expect((await deleteByRetailer()).body).toEqual({ deleted: false })
    expect((await put({ version: 2 })).body).toEqual({ version: 1, stored: false })
    project = randomUUID()
    expect((await deleteByRetailer()).body).toEqual({ deleted: true })
    expect((await put()).body).toEqual({ version: 1, stored: false })
    await server.idle()
    expect([await titles(), listNotifications()]).toEqual([[], []])
  })

  test('NX-356 of one vendor, before the project arrives, hides no project of another vendor', async () => {
    const createToken = async (vendor: string) =>
      (await createServiceToken(server.ctx, `shop-${randomUUID().slice(0, 8)}`, {
        vendors: [vendor],
        scopes: ['projects:write'],
        days: 1,
      }))!.token
    const [own, foreign] = [await createToken('keepsake'), await createToken('snapbook')]
    expect((await deleteByRetailer(foreign)).body).toEqual({ deleted: true })
    expect((await deleteByRetailer(foreign)).body).toEqual({ deleted: false })
    expect((await put()).body).toEqual({ version: 1, stored: true })
    expect(await titles()).toEqual(['Amsterdam weekend'])
    project = randomUUID()
    expect((await deleteByRetailer(foreign)).body).toEqual({ deleted: true })
    expect((await deleteByRetailer(own)).body).toEqual({ deleted: true })
    expect((await deleteByRetailer(own)).body).toEqual({ deleted: false })
    expect((await deleteByRetailer(foreign)).body).toEqual({ deleted: false })
    expect((await put()).body).toEqual({ version: 1, stored: false })
    project = randomUUID()
    expect((await deleteByRetailer(foreign)).body).toEqual({ deleted: true })
    expect((await deleteByRetailer()).body).toEqual({ deleted: true })
    expect((await put()).body).toEqual({ version: 1, stored: false })
  })

  test('AA-089 AA-090 open pages are notified of the retailer’s changes and of deletions in other windows', async () => {
    const socket = await openSocket(server.origin, '/api/push/library', customer.token)
    const next = () => socket.next<LibraryPush>(({ type }) => type === 'projects-changed')
    await socket.next<LibraryPush>(({ type }) => type === 'ready')
    for (const change of [put, remove, restore, () => deleteByRetailer()]) {
      await change()
      expect(await next()).toEqual({ type: 'projects-changed' })
    }
    socket.close()
  })
})

describe('AA-091 versions of a project', () => {
  test.each([
    'javascript:alert(1)',
    'https://elsewhere.example/editor',
    'https://www.keepsake.example@elsewhere.example/',
    '//www.keepsake.example/editor',
  ])('with the editor %s are refused', async editorUrl => {
    const { status, body } = await put({ editorUrl })
    expect([status, body.fields]).toEqual([400, { editorUrl: 'not-valid' }])
    expect(await titles()).toEqual([])
  })

  test('restore a deleted project only if the customer has changed it since', async () => {
    const updatedAt = server.clock.now().toISOString()
    await put({ updatedAt })
    server.clock.advance(1000)
    await remove()
    expect((await put({ version: 2, updatedAt, title: 'Renamed' })).body).toMatchObject({ stored: true })
    expect(await titles()).toEqual([])
    server.clock.advance(1000)
    await put({ version: 3, title: 'Worked on' })
    expect(await titles()).toEqual(['Worked on'])
  })
})
