import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getActivation } from '#contract/activation.ts'
import { getCustomer } from '#contract/customers.ts'
import { type FirstScreen, refreshWithFirstScreen } from '#contract/first-screen.ts'
import { deletePhotos, getMonthPage, getTimeline, getUser, type TimelineList } from '#contract/photos.ts'
import { getSharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import type { Client } from '#server/testing/client.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { insertPhotoRows } from '#server/testing/photo-rows.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { Browser } from '../identity/testing/browser.ts'
import { getMe, signInAs } from '../identity/testing/sign-in-flow.ts'
import { signInBrowser } from '../identity/testing/signed-in-browser.ts'

const PATH = '/session/first-screen'
const REFRESH_COOKIE = 'keepsake_refresh_development'
const ORDERS = [
  { sortKey: 'dateTaken', sortOrder: 'desc' },
  { sortKey: 'dateTaken', sortOrder: 'asc' },
  { sortKey: 'created', sortOrder: 'desc' },
  { sortKey: 'created', sortOrder: 'asc' },
] as const

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

/** A browser in which the customer is signed in. */
async function browserOf({ email }: Client) {
  const browser = new Browser(server.app.http, new URL(server.origin).host)
  await signInAs(browser, email, PASSWORD)
  return browser
}

async function open(browser: Browser, query = ''): Promise<FirstScreen> {
  const answer = await browser.post(PATH + query, {})
  expect(answer.statusCode).toBe(200)
  const { firstScreen } = refreshWithFirstScreen.answer.parse(answer.json())!
  return firstScreen!
}

/** The months of a timeline in the order, those without a date last. */
const monthsIn = ({ months }: TimelineList, sortOrder: 'asc' | 'desc') =>
  months
    .map(({ year, month, undated }) => ({ year, month, undated }))
    .toSorted((a, b) => {
      const unknown = Number(a.undated) - Number(b.undated)
      const byDate = a.year - b.year || a.month - b.month
      return unknown || (sortOrder === 'asc' ? byDate : -byDate)
    })

describe('RV-505 the first screen of the timeline', () => {
  test.each(ORDERS)('RV-505 is what its own calls answer, by $sortKey $sortOrder', async order => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 40)
    await customer.upload('undated.jpg', await jpeg())
    await server.idle()
    const { sortKey, sortOrder } = order
    // The addresses of pictures are those of its session.
    const { browser, client } = await signInBrowser(server, customer)
    const screen = await open(browser, `?sortKey=${sortKey}&sortOrder=${sortOrder}`)
    const query = { groupBy: sortKey, form: 'list' } as const
    const timeline = (await client.call(getTimeline, { query })) as TimelineList
    expect(screen).toEqual({
      customer: await client.call(getCustomer),
      activation: await client.call(getActivation),
      totals: await client.call(getUser),
      sharedAlbums: await client.call(getSharedAlbumsSummary),
      timeline,
      months: await Promise.all(
        monthsIn(timeline, sortOrder).map(async ({ year, month, undated }) => ({
          year,
          month,
          undated,
          page: await client.call(getMonthPage, {
            params: { year, month },
            query: { ...order, groupBy: sortKey, limit: 24 },
          }),
        })),
      ),
    })
    expect(screen.totals.photosCount).toBe(41)
  })

  test('RV-505 has no more months than a window shows: two full ones, or six', async () => {
    const full = await server.customer()
    await insertPhotoRows(server.ctx, full.accountId, 200)
    const { months, timeline } = await open(await browserOf(full))
    expect(months.map(({ page }) => page.images.length)).toEqual([19, 24, 24])
    expect(months.map(({ page: _, ...month }) => month)).toEqual(monthsIn(timeline, 'desc').slice(0, 3))
    const sparse = await server.customer()
    for (let month = 1; month <= 7; month++)
      await sparse.upload(`${month}.jpg`, await jpeg({ taken: `2023:0${month}:10 08:00:00` }))
    const screen = await open(await browserOf(sparse))
    expect(screen.months.map(({ month }) => month)).toEqual([7, 6, 5, 4, 3, 2])
  })

  test.each(ORDERS)('NX-254 it names wide photos, by $sortKey $sortOrder', async order => {
    const customer = await server.customer()
    await customer.upload('wide.jpg', await jpeg({ width: 120, height: 60 }))
    server.clock.advance(1000)
    await customer.upload('other.jpg', await jpeg())
    await server.idle()
    const query = `?sortKey=${order.sortKey}&sortOrder=${order.sortOrder}`
    const { timeline } = await open(await browserOf(customer), query)
    expect(timeline.months.map(({ wide }) => wide)).toEqual([[1]])
  })

  test('NX-244 it has January 1970 apart from photos without a date', async () => {
    const customer = await server.customer()
    await customer.upload('january.jpg', await jpeg({ taken: '1970:01:20 08:00:00' }))
    await customer.upload('undated.jpg', await jpeg())
    const screen = await open(await browserOf(customer))
    expect(screen.timeline).toEqual(
      await customer.call(getTimeline, { query: { groupBy: 'dateTaken', form: 'list' } }),
    )
    expect(screen.months).toMatchObject([
      { year: 1970, month: 1, undated: false, page: { images: [{ localFileName: 'january.jpg' }] } },
      { year: 1970, month: 1, undated: true, page: { images: [{ localFileName: 'undated.jpg' }] } },
    ])
  })

  test('RV-505 of an empty library has no months', async () => {
    const customer = await server.customer()
    const screen = await open(await browserOf(customer))
    expect(screen).toMatchObject({ timeline: { months: [] }, months: [], totals: { photosCount: 0 } })
  })

  test('RV-505 shows what was changed before the call, and nothing of another customer', async () => {
    const [owner, other] = [await server.customer(), await server.customer()]
    for (const each of [owner, other]) await insertPhotoRows(server.ctx, each.accountId, 5)
    const browser = await browserOf(owner)
    const { months } = await open(browser)
    const images = months.flatMap(({ page }) => page.images)
    expect(images.map(({ ownerId }) => ownerId)).toEqual(Array(5).fill(owner.accountId))
    await owner.call(deletePhotos, { body: { photoIds: [images[0]!.imageId] } })
    const after = await open(browser)
    expect(after.months.flatMap(({ page }) => page.images.map(({ imageId }) => imageId))).toEqual(
      images.slice(1).map(({ imageId }) => imageId),
    )
    expect(after.totals).toMatchObject({ photosCount: 4, deletedCount: 1 })
    expect((await open(await browserOf(other))).totals).toMatchObject({
      userId: other.accountId,
      photosCount: 5,
    })
  })
})

describe('RV-505 the session of the first screen', () => {
  test('RV-505 OP-44 is refreshed as by a refresh: a new access token, rotated cookies, nothing stored', async () => {
    const browser = await browserOf(await server.customer())
    const before = browser.cookie(REFRESH_COOKIE)
    const answer = await browser.post(PATH, {})
    const { accessToken, expiresIn, claims } = answer.json()
    expect((await getMe(browser, accessToken)).statusCode).toBe(200)
    expect(browser.cookie(REFRESH_COOKIE)).not.toBe(before)
    expect(answer.headers['cache-control']).toBe('no-store')
    const refreshed = await browser.post('/session/refresh', {})
    expect(refreshed.json()).toMatchObject({ expiresIn, claims })
    const attributesOf = (each: typeof answer) =>
      [each.headers['set-cookie']].flat().map(line => line!.replace(/^(\w+)=[^;]+/, '$1'))
    expect(attributesOf(answer)).toEqual(attributesOf(refreshed))
    for (const { name, value } of browser.setCookies)
      if (value && /keepsake_(id|refresh)/.test(name)) expect(answer.body).not.toContain(value)
  })

  test('P20 RV-505 tabs that start at once, here and elsewhere, receive the same token', async () => {
    const browser = await browserOf(await server.customer())
    const answers = await Promise.all(
      [PATH, '/session/refresh', PATH].map(path => browser.copy().post(path, {})),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map(answer => answer.json().accessToken)).size).toBe(1)
    expect(answers[2]!.json().firstScreen).not.toBeNull()
  })

  test('RV-505 an ended one is answered with 401 once, and its cookies are removed', async () => {
    const browser = await browserOf(await server.customer())
    await browser.copy().post('/session/end', {})
    expect((await browser.post(PATH, {})).statusCode).toBe(401)
    expect(browser.cookie(REFRESH_COOKIE)).toBeUndefined()
    expect((await browser.post(PATH, {})).json()).toBeNull()
  })

  test('RV-505 an unknown order is named, and does not refresh it', async () => {
    const browser = await browserOf(await server.customer())
    const before = browser.cookie(REFRESH_COOKIE)
    const answer = await browser.post(`${PATH}?sortKey=name&sortOrder=up`, {})
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['sortKey', 'sortOrder']])
    expect(browser.cookie(REFRESH_COOKIE)).toBe(before)
  })

  test('RV-505 is refreshed also when the data cannot be read', async () => {
    const browser = await browserOf(await server.customer())
    await sql`alter table month_counts rename to unreadable`.execute(server.ctx.db)
    try {
      const answer = await browser.post(PATH, {})
      expect([answer.statusCode, answer.json().firstScreen]).toEqual([200, null])
      expect((await getMe(browser, answer.json().accessToken)).statusCode).toBe(200)
    } finally {
      await sql`alter table unreadable rename to month_counts`.execute(server.ctx.db)
    }
    expect((await open(browser)).timeline).toEqual({ months: [] })
  })
})

test('RV-503 RV-505 the answer is compressed, that of a refresh is not', async () => {
  const customer = await server.customer()
  await insertPhotoRows(server.ctx, customer.accountId, 60)
  const browser = await browserOf(customer)
  const accepted = { 'accept-encoding': 'br' }
  const answer = await browser.post(PATH, {}, accepted)
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  const plain = await browser.post(PATH, {})
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect((await browser.post('/session/refresh', {}, accepted)).headers['content-encoding']).toBeUndefined()
})
