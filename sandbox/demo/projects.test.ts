import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProjects, type Project } from '#contract/projects.ts'
import type { Context } from '#server/context.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { TestBrowser } from '../shop/testing/test-browser.ts'
import { DEMO_PASSWORD, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { seedDemoProjects } from './projects.ts'

const PHOTOS = ['one.jpg', 'two.jpg', 'three.jpg']

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let demo: Client
beforeAll(async () => {
  both = await startServerWithShop()
  server = both.server
  await seedDemoCustomers(server.ctx)
  const email = 'demo@keepsake.test'
  const { account_id } = (await findDemoCustomer(server.ctx, email))!
  demo = await Client.signIn(server.app, server.origin, account_id, email, DEMO_PASSWORD)
  for (const name of PHOTOS) await demo.upload(name, await jpeg())
  await server.idle()
})
afterAll(() => both.close())

const list = () => demo.call(getProjects, { params: { accountId: demo.accountId }, query: { limit: 100 } })
const withoutAddresses = (projects: Project[]) => projects.map(({ thumbnailUrl: _, ...project }) => project)

/** A context whose retailer is away from the given call on. */
function awayFrom(ctx: Context, call: number): Context {
  let calls = 0
  const retailer: Context['retailer'] = {
    async call(...given) {
      if (++calls >= call) throw new RetailerError('unavailable')
      return ctx.retailer.call(...given)
    },
  }
  return { ...ctx, retailer }
}

test('AA-089 the demo has 12 projects, also after a start without the shop, and the same after others', async () => {
  const { ctx } = server
  await seedDemoProjects({ ...ctx, config: { ...ctx.config, retailer: null } })
  expect((await list()).totalProjectCount).toBe(0)
  await expect(seedDemoProjects(awayFrom(ctx, 5))).rejects.toThrow(RetailerError)
  // A busy machine sends them later.
  await expect.poll(async () => (await list()).totalProjectCount, { timeout: 20_000 }).toBe(4)
  await seedDemoProjects(ctx)
  await expect.poll(async () => (await list()).totalProjectCount, { timeout: 20_000 }).toBe(12)
  const { projects } = await list()
  expect(projects.map(({ title }) => title).slice(0, 4)).toEqual([
    'Camper summer',
    'Cards for everyone',
    'Our wedding',
    'Streets of Bristol',
  ])
  expect(projects.every(({ thumbnailUrl }) => thumbnailUrl !== null)).toBe(true)
  const [{ expiresAt }] = projects.slice(3) as [Project]
  expect(Date.parse(expiresAt!) - server.clock.now().getTime()).toBe(9 * 86_400_000)
  expect(new Set(projects.map(({ updatedAt }) => updatedAt)).size).toBe(12)

  server.clock.advance(60_000)
  await seedDemoProjects(ctx)
  // Also without the mark of a completed start.
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  await seedDemoProjects({ ...ctx, config: { ...ctx.config, dataDir } })
  expect(withoutAddresses((await list()).projects)).toEqual(withoutAddresses(projects))
})

test('AA-089 AA-113 they continue in the shop with their photos, and their pictures are those of the photos', async () => {
  const [book, prints] = (await list()).projects
  const picture = await fetch(book!.thumbnailUrl!)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const browser = new TestBrowser(both.shop.origin)
  await browser.open(new URL(book!.editorUrl!).pathname)
  expect(browser.text).toContain('Photo book')
  expect(browser.text).toContain('3 photos')
  expect(browser.html).toContain('value="Camper summer"')
  await browser.open(new URL(prints!.editorUrl!).pathname)
  expect(browser.text).toContain('3 prints')
})
