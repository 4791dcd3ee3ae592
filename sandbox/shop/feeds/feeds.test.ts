import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

const paths = () => t.keepsake.feeds.map(({ path }) => path)
const stored = () => t.records<{ version: number }>('feeds')
const acknowledged = () =>
  waitUntilPasses(async () => {
    const [feeds, sent] = [Object.entries(await stored()), await t.sent()]
    for (const [key, { version }] of feeds) expect(sent[key]).toEqual({ acknowledged: version })
    expect(feeds).toHaveLength(2 + brands.length)
  })

test('AA-082 AA-070 the start sends the kinds of the catalogue as article groups, and the campaign that a brand names', async () => {
  await acknowledged()
  expect(t.keepsake.feeds).toEqual([
    {
      path: 'articleGroups',
      body: {
        version: Date.parse('2026-11-21T12:00:00Z') / 1000,
        articleGroups: [
          expect.objectContaining({
            id: 'prints',
            name: 'Prints',
            articleNames: expect.arrayContaining(['PRINT-10X15-GLOSSY']),
          }),
          {
            id: 'photo-book',
            name: 'Photo book',
            articleNames: ['BOOK-21X21-24', 'BOOK-28X28-48'],
            hasWidgets: true,
          },
          {
            id: 'calendar',
            name: 'Calendar',
            articleNames: ['CALENDAR-21X30'],
            hasWidgets: false,
          },
          expect.objectContaining({ id: 'map-poster' }),
          expect.objectContaining({ id: 'frame', articleNames: ['FRAME-OAK-30X40'] }),
          expect.objectContaining({ id: 'studio-pack' }),
        ],
      },
    },
    {
      path: 'campaigns/christmas',
      body: {
        version: Date.parse('2026-11-21T12:00:00Z') / 1000,
        orderBefore: '2026-12-15T00:00:00.000Z',
        occasion: 'christmas',
      },
    },
  ])
  const code = await t.order()
  await waitUntilPasses(() => expect(t.keepsake.orders.get(code)).toBeDefined())
  const [prints] = (t.keepsake.feeds[0]!.body as unknown as { articleGroups: { articleNames: string[] }[] })
    .articleGroups
  expect(prints!.articleNames).toContain(t.keepsake.orders.get(code)!.products[0]!.article)
})

test('AA-082 a later start sends only what changed, with a higher version', async () => {
  await acknowledged()
  await t.restart()
  expect(paths()).toEqual(['articleGroups', 'campaigns/christmas'])
  t.passSeconds(365 * 86_400)
  await t.restart()
  await acknowledged()
  expect(paths()).toEqual(['articleGroups', 'campaigns/christmas', 'campaigns/christmas'])
  const [before, after] = t.keepsake.feeds.slice(1).map(({ body }) => body)
  expect(after).toMatchObject({ orderBefore: '2027-12-15T00:00:00.000Z' })
  expect(after!.version).toBeGreaterThan(before!.version)
})

test('AA-082 a change in the same second as the one before has a higher version, too', async () => {
  await acknowledged()
  await t.shop.close()
  const { articleGroups } = await stored()
  const file = join(t.folder, 'feeds', 'articleGroups.json')
  await writeFile(file, JSON.stringify({ ...articleGroups, body: {} }))
  await t.open()
  await acknowledged()
  const [before, , after] = t.keepsake.feeds.map(({ body }) => body.version)
  expect(after).toBe(before! + 1)
})

test('AA-082 what is not acknowledged is sent again with its version and content, also after a restart', async () => {
  await acknowledged()
  const sent = t.keepsake.feeds.length
  t.keepsake.feedFailures = [503, 500]
  t.passSeconds(365 * 86_400)
  await t.restart()
  await acknowledged()
  expect(t.keepsake.feeds).toHaveLength(sent + 1)

  t.passSeconds(365 * 86_400)
  t.keepsake.unavailable = true
  await t.restart()
  const { version } = (await stored())['campaigns/christmas']!
  t.passSeconds(60)
  await t.shop.close()
  t.keepsake.unavailable = false
  await t.open()
  await acknowledged()
  expect(t.keepsake.feeds.at(-1)).toMatchObject({ path: 'campaigns/christmas', body: { version } })
})

test('AA-082 what is refused is not repeated before the next start, and does not stop the others', async () => {
  await t.shop.close()
  for (const name of ['feeds', 'sent']) await rm(join(t.folder, name), { recursive: true })
  t.keepsake.feeds = []
  t.keepsake.feedFailures = [409]
  await t.open()
  await waitUntilPasses(() => expect(paths()).toEqual(['campaigns/christmas']))
  expect((await t.sent()).articleGroups!.problem).toMatchObject({ status: 409 })
  await t.restart()
  await acknowledged()
  expect(paths()).toEqual(['campaigns/christmas', 'articleGroups'])
})

test('AA-111 NX-235 the start sends the assortment of every channel in its language, a withdrawn article as not visible', async () => {
  await acknowledged()
  expect([...t.keepsake.channels.keys()].sort()).toEqual(brands.map(({ channel }) => channel).sort())
  const titleIn = (channel: string) =>
    t.keepsake.channels.get(channel)!.articles.find(({ id }) => id === 'MAP-POSTER-50X70')
  expect(titleIn('KEEPSAKE-GB')).toMatchObject({
    articleType: 'map-poster',
    title: 'Map poster 50 × 70 cm',
    pageWidth: 500,
    pageHeight: 700,
    visible: true,
  })
  expect(titleIn('HERZBILD-DE')!.title).not.toContain('Map poster')
  expect(t.keepsake.channels.get('KEEPSAKE-GB')).toMatchObject({
    currency: 'GBP',
    vendor: { locale: 'en-GB' },
  })
  expect(t.keepsake.channels.get('KEEPSAKE-GB')!.articles).toContainEqual(
    expect.objectContaining({ id: 'BOOK-21X21-24', pageCount: 24, price: 2595, pageWidth: 210 }),
  )
  await t.shop.close()
  await writeFile(join(t.folder, 'assortment', 'MAP-POSTER-50X70.json'), '{"raises":0,"isWithdrawn":true}')
  await t.open()
  await waitUntilPasses(() => expect(titleIn('KEEPSAKE-GB')!.visible).toBe(false))
})
