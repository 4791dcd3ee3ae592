import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { openShop, type RunningShop } from './shop.ts'
import { keepsakeDoor, TOKEN } from './testing/keepsake-door.ts'
import { Visitor } from './testing/visitor.ts'

type Door = Awaited<ReturnType<typeof keepsakeDoor>>

let folder: string
let keepsake: Door
let shop: RunningShop
let anna: Visitor
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  folder = await mkdtemp(join(tmpdir(), 'keepsake-shop-'))
  keepsake = await keepsakeDoor()
  keepsake.now = () => now
  shop = await opened()
  anna = new Visitor(shop.origin)
})
afterEach(async () => {
  await shop.close()
  await keepsake.close()
  await rm(folder, { recursive: true, force: true })
})

/** A shop on this test's folder. It tries again after a moment. */
const opened = () =>
  openShop(
    readConfig({
      SHOP_PORT: '0',
      SHOP_DATA_DIR: folder,
      KEEPSAKE_URL: keepsake.origin,
      KEEPSAKE_TOKEN: TOKEN,
      LOG_LEVEL: 'silent',
    }),
    { now: () => now, retryMs: () => 20 },
  )

const GOOD: [number, number] = [3000, 2000]
const SMALL: [number, number] = [600, 400]
const ADDRESS = {
  name: 'Anna Keller',
  street: 'High Street',
  number: '1',
  'postal-code': 'N1 9GU',
  city: 'London',
}

const linkTo = (
  id: string,
  { vendor = 'keepsake', channel = 'KEEPSAKE-GB', product = 'PRINT-10X15-GLOSSY' } = {},
) => `/${vendor}/prints?autoselectproduct=${product}&channel=${channel}&tempSelectionId=${id}`
const idOf = (id: string, name: string) => keepsake.selections.get(id)!.find(photo => photo.name === name)!.id

async function arrive(pictures: Record<string, [number, number]>, link: Parameters<typeof linkTo>[1] = {}) {
  const id = keepsake.choose(pictures)
  await anna.open(linkTo(id, link))
  return { id, form: `/prints/${id}?page=1`, photo: (name: string) => idOf(id, name) }
}

/** Goes from the editor to the delivery page and orders. */
async function order(id: string, address: Record<string, string> = ADDRESS, who = anna) {
  await who.open(`/prints/${id}`)
  await who.submit(`/prints/${id}?page=1`, { next: 'delivery' })
  return who.submit(`/prints/${id}/order`, address)
}

describe('PL-138 the hand-over from the library', () => {
  test('shows the transferred photos, one print of each in the product that was named', async () => {
    const { id } = await arrive(
      { 'beach.jpg': GOOD, 'cat.jpg': [2000, 3000] },
      { product: 'PRINT-13X18-GLOSSY' },
    )
    expect([anna.status, anna.path]).toEqual([200, `/prints/${id}`])
    expect(anna.text).toContain('2 photos.')
    expect(anna.html.match(/alt="[^"]*"/g)).toEqual(['alt="beach.jpg"', 'alt="cat.jpg"'])
    expect(
      Object.values(anna.fields(`/prints/${id}?page=1`)).filter(value => value === 'PRINT-13X18-GLOSSY'),
    ).toHaveLength(2)
    expect(anna.text).toContain('2 prints')
    expect(anna.html).toContain('href="https://my.example/my-photos/photos"')
  })

  test('a product the shop does not know stands for its smallest print', async () => {
    const { form, photo } = await arrive({ 'beach.jpg': GOOD }, { product: 'MUG' })
    expect(anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('wears the look and speaks the language of the channel’s brand', async () => {
    await arrive({ 'strand.jpg': SMALL }, { vendor: 'herzbild', channel: 'HERZBILD-DE' })
    expect(anna.html).toContain('<html lang="de-DE">')
    expect(anna.text).toContain('Abzüge bestellen 1 Foto.')
    expect(anna.text).toContain('Zu klein für 10 × 15 cm')
    expect(anna.text).toContain('3,18')
    expect(anna.html).toMatch(/theme-herzbild\.css/)
  })

  test.each([
    ['no selection', '/keepsake/prints?channel=KEEPSAKE-GB'],
    ['an id that is none', linkTo('x')],
    ['an unknown channel', linkTo(crypto.randomUUID(), { channel: 'NOBODY' })],
    ['another vendor’s channel', linkTo(crypto.randomUUID(), { vendor: 'herzbild' })],
  ])('%s: the link is not complete', async (_what, link) => {
    await anna.open(link)
    expect([anna.status, anna.text]).toEqual([400, expect.stringContaining('This link is not complete')])
    expect(keepsake.reads).toBe(0)
  })

  test('a selection that is not there any more has expired', async () => {
    await anna.open(linkTo(crypto.randomUUID()))
    expect([anna.status, anna.text]).toEqual([410, expect.stringContaining('This choice has expired')])
  })

  test('Keepsake that does not answer: nothing is lost, and the same link works again', async () => {
    const id = keepsake.choose({ 'beach.jpg': GOOD })
    keepsake.away = true
    await anna.open(linkTo(id))
    expect([anna.status, anna.text]).toEqual([503, expect.stringContaining('Your photos cannot be reached')])
    keepsake.away = false
    expect((await anna.open(linkTo(id))).status).toBe(200)
  })

  test('the same browser comes back to what it has chosen', async () => {
    const { id, form, photo } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '5' })
    await anna.open(linkTo(id))
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('5')
  })

  test('another browser gets in nowhere, whatever addresses it knows', async () => {
    const { id, form, photo } = await arrive({ 'beach.jpg': GOOD })
    const check = anna.fields(form).check!
    const mallory = new Visitor(shop.origin)
    for (const path of [
      linkTo(id),
      `/prints/${id}`,
      `/prints/${id}/delivery`,
      `/prints/${id}/pictures/${photo('beach.jpg')}`,
    ]) {
      await mallory.open(path)
      expect([path, mallory.status, mallory.html.includes('beach.jpg')]).toEqual([path, 403, false])
    }
    const body = new URLSearchParams({ check, [`q-${photo('beach.jpg')}`]: '9' })
    for (const path of [`/prints/${id}`, `/prints/${id}/all`, `/prints/${id}/order`])
      expect((await mallory.send(path, { method: 'POST', body })).status).toBe(403)
    await order(id)
    const code = anna.path.split('/').at(-1)
    expect((await mallory.open(`/orders/${code}`)).status).toBe(404)
    expect(keepsake.orders).toHaveLength(1)
  })

  test('what was put together is forgotten with its selection, after 24 hours', async () => {
    const { id } = await arrive({ 'beach.jpg': GOOD })
    now = new Date('2026-11-22T12:00:00Z')
    await anna.open(`/prints/${id}`)
    expect([anna.status, anna.text]).toEqual([410, expect.stringContaining('kept here for 24 hours')])
    await shop.close()
    shop = await opened()
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
  })
})

describe('the editor, without any script', () => {
  test('sizes and quantities are kept, and the order’s sum follows', async () => {
    const { form, photo } = await arrive({ 'beach.jpg': GOOD, 'cat.jpg': GOOD })
    await anna.submit(form, {
      [`s-${photo('beach.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('beach.jpg')}`]: '3',
      [`q-${photo('cat.jpg')}`]: '0',
    })
    expect(anna.status).toBe(200)
    expect(anna.text).toContain('3 prints, 20 × 30 cm £5.25 Delivery £2.49 Total £7.74')
    expect(anna.text).toContain('Not printed')
    await anna.open(anna.path)
    expect(anna.fields(form)).toMatchObject({
      [`s-${photo('beach.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('cat.jpg')}`]: '0',
    })
  })

  test('warns of a picture that is too small for its print, and says what it is good for', async () => {
    const { form, photo } = await arrive({ 'good.jpg': [1800, 1200], 'small.jpg': SMALL })
    expect(anna.text).toContain('Too small for 10 × 15 cm: the print may look blurred (101 dpi).')
    expect(anna.text).toContain('1 photo is too small for its print size')
    await anna.submit(form, { [`s-${photo('good.jpg')}`]: 'PRINT-30X45-GLOSSY' })
    expect(anna.text).toContain('(101 dpi). Up to 20 × 30 cm is sharp.')
    expect(anna.text).toContain('2 photos are too small')
    await anna.submit(form, {
      [`s-${photo('good.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('small.jpg')}`]: '0',
    })
    expect(anna.text).not.toContain('too small')
  })

  test.each(['-1', '1.5', '100', 'two', '', '1e1'])(
    'a quantity of %j is refused with its reason; the others are kept',
    async typed => {
      const { form, photo } = await arrive({ 'beach.jpg': GOOD, 'cat.jpg': GOOD })
      await anna.submit(form, {
        [`q-${photo('beach.jpg')}`]: typed,
        [`q-${photo('cat.jpg')}`]: '7',
        next: 'delivery',
      })
      expect([anna.status, anna.text]).toEqual([
        400,
        expect.stringContaining('not whole numbers from 0 to 99'),
      ])
      expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe(typed)
      await anna.open(form)
      expect(anna.fields(form)).toMatchObject({
        [`q-${photo('beach.jpg')}`]: '1',
        [`q-${photo('cat.jpg')}`]: '7',
      })
    },
  )

  test('a size the shop does not sell changes nothing', async () => {
    const { form, photo } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(form, { [`s-${photo('beach.jpg')}`]: '"><script>' })
    expect(anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('one size and quantity for all', async () => {
    const { id } = await arrive({ 'a.jpg': GOOD, 'b.jpg': GOOD, 'c.jpg': GOOD })
    await anna.submit(`/prints/${id}/all`, { size: 'PRINT-13X18-GLOSSY', quantity: '2' })
    expect(anna.text).toContain('6 prints, 13 × 18 cm £2.10')
    await anna.submit(`/prints/${id}/all`, { quantity: '1000' })
    expect(anna.status).toBe(400)
  })

  test('many photos come in pages; leaving a page keeps what was chosen on it', async () => {
    const pictures = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`photo-${n}.jpg`, GOOD]))
    const { id, form, photo } = await arrive(pictures)
    expect(anna.html.match(/<li class="card"/g)).toHaveLength(48)
    expect(anna.text).toContain('Page 1 of 3')
    await anna.submit(form, { [`q-${photo('photo-0.jpg')}`]: '4', next: 'page-3' })
    expect(anna.path).toBe(`/prints/${id}?page=3`)
    expect(anna.html.match(/<li class="card"/g)).toHaveLength(4)
    expect(anna.text).toContain('103 prints')
  })

  test('photos that left the library meanwhile are taken out, and that is said', async () => {
    const { id } = await arrive({ 'kept.jpg': GOOD, 'gone.jpg': GOOD })
    keepsake.selections.get(id)![1]!.gone = true
    await anna.open(`/prints/${id}`)
    expect(anna.text).toContain('1 photo has left your library')
    expect(anna.html).not.toContain('alt="gone.jpg"')
    expect(anna.text).toContain('1 print, 10 × 15 cm')
  })

  test('nothing that is chosen is nothing to order', async () => {
    const { form, photo } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '0', next: 'delivery' })
    expect([anna.status, anna.text]).toEqual([400, expect.stringContaining('Choose at least one print.')])
  })

  test('names of files are shown as they are and run nowhere', async () => {
    const name = `"><img src=x onerror=alert(1)>'.jpg`
    await arrive({ [name]: GOOD })
    expect(anna.html).not.toContain('<img src=x')
    expect(anna.html).toContain('alt="&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#39;.jpg"')
  })

  test('with the script a change is answered with what changes on the page', async () => {
    const { id, form, photo } = await arrive({ 'beach.jpg': GOOD })
    const body = new URLSearchParams({ ...anna.fields(form), [`q-${photo('beach.jpg')}`]: '12' })
    const answer = await anna.send(form, { method: 'POST', body, headers: { accept: 'application/json' } })
    const { parts, wrong } = (await answer.json()) as { parts: Record<string, string>; wrong: string[] }
    expect(parts.summary).toContain('12 prints')
    expect(wrong).toEqual([])
    body.set(`q-${photo('beach.jpg')}`, 'x')
    const refused = await anna.send(form, { method: 'POST', body, headers: { accept: 'application/json' } })
    const told = (await refused.json()) as typeof parts & { wrong: string[]; parts: Record<string, string> }
    expect(told.wrong).toEqual([photo('beach.jpg')])
    expect(told.parts[`note-${photo('beach.jpg')}`]).toContain('A whole number from 0 to 99')
    await anna.open(`/prints/${id}`)
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('12')
  })
})

describe('OP-33 pictures', () => {
  const addressOf = async (id: string, name: string) => {
    const answer = await anna.send(`/prints/${id}/pictures/${idOf(id, name)}`)
    return [answer.status, answer.headers.get('location')]
  }

  test('come from Keepsake by its signed addresses; those of one page are asked for once', async () => {
    const { id } = await arrive({ 'a.jpg': GOOD, 'b.jpg': GOOD })
    const reads = keepsake.reads
    const at = now.getTime()
    expect(await addressOf(id, 'a.jpg')).toEqual([
      302,
      `${keepsake.origin}/media/${at}/${idOf(id, 'a.jpg')}/800`,
    ])
    expect(await addressOf(id, 'b.jpg')).toEqual([
      302,
      `${keepsake.origin}/media/${at}/${idOf(id, 'b.jpg')}/800`,
    ])
    expect(keepsake.reads - reads).toBe(1)
  })

  test('an editor that lies open gets fresh addresses before the old ones end', async () => {
    const { id } = await arrive({ 'a.jpg': GOOD })
    await addressOf(id, 'a.jpg')
    now = new Date(now.getTime() + 24 * 60_000)
    const reads = keepsake.reads
    await addressOf(id, 'a.jpg')
    expect(keepsake.reads).toBe(reads)
    now = new Date(now.getTime() + 2 * 60_000)
    expect(await addressOf(id, 'a.jpg')).toEqual([302, expect.stringContaining(`/media/${now.getTime()}/`)])
  })

  test('a photo that is not among the chosen ones has none', async () => {
    const { id } = await arrive({ 'a.jpg': GOOD })
    expect((await anna.send(`/prints/${id}/pictures/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

describe('PL-002 ordering', () => {
  test('the order reaches Keepsake, whole, before the page says so', async () => {
    const { id, form, photo } = await arrive({ 'beach.jpg': GOOD, 'cat.jpg': GOOD, 'dog.jpg': GOOD })
    await anna.submit(form, {
      [`q-${photo('beach.jpg')}`]: '2',
      [`s-${photo('cat.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('dog.jpg')}`]: '0',
    })
    await order(id, { ...ADDRESS, name: '  Anna Keller ' })
    expect(anna.text).toContain('Thank you for your order')
    expect(anna.text).toContain('they are kept for another 18 months')
    const code = anna.path.split('/').at(-1)
    expect(keepsake.orders).toEqual([
      {
        code,
        order: {
          accountId: 'account-of-anna',
          createdAt: '2026-11-21T12:00:00.000Z',
          status: 'paymentSuccess',
          source: 'Keepsake prints',
          products: [
            { code: 'PRINT-10X15-GLOSSY', name: 'Prints 10 × 15 cm', quantity: 2, status: 'paymentSuccess' },
            { code: 'PRINT-20X30-GLOSSY', name: 'Prints 20 × 30 cm', quantity: 1, status: 'paymentSuccess' },
          ],
          deliveryAddress: {
            type: 'Home',
            name: 'Anna Keller',
            street: 'High Street',
            houseNumber: '1',
            postalCode: 'N1 9GU',
            city: 'London',
            country: 'GB',
          },
          total: { amount: '4.58', currency: 'GBP' },
        },
      },
    ])
  })

  test.each(Object.keys(ADDRESS))(
    'without %s nothing is ordered, and what was entered is still there',
    async missing => {
      const { id } = await arrive({ 'beach.jpg': GOOD })
      await order(id, { ...ADDRESS, [missing]: '  ' })
      expect([anna.status, anna.text]).toEqual([400, expect.stringContaining('Please fill this in')])
      expect({ ...anna.fields(`/prints/${id}/order`), check: '' }).toEqual({
        ...ADDRESS,
        [missing]: '',
        check: '',
      })
      await anna.submit(`/prints/${id}/order`, ADDRESS)
      expect(keepsake.orders).toHaveLength(1)
    },
  )

  test('pressing twice, at once or later, is one order', async () => {
    const { id } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    const body = new URLSearchParams({ ...anna.fields(`/prints/${id}/order`), ...ADDRESS })
    const press = () => anna.send(`/prints/${id}/order`, { method: 'POST', body })
    const answers = await Promise.all([press(), press(), press()])
    answers.push(await press())
    expect(new Set(answers.map(answer => answer.headers.get('location'))).size).toBe(1)
    expect(new Set(keepsake.orders.map(told => JSON.stringify(told))).size).toBe(1)
    await anna.open(linkTo(id))
    expect(anna.text).toContain('Thank you for your order')
  })

  test.each([
    ['breaks the connection', 0],
    ['fails', 500],
    ['is away', 503],
    ['has too much to do', 429],
    ['does not know the token yet', 401],
  ])(
    'Keepsake that %s is told again until it acknowledges; the order stands meanwhile',
    async (_what, status) => {
      keepsake.failing = [status, status, status]
      const { id } = await arrive({ 'beach.jpg': GOOD })
      await order(id)
      expect(anna.text).toContain('Thank you for your order')
      await vi.waitFor(() => expect(keepsake.orders).toHaveLength(1))
      await vi.waitFor(async () => expect((await anna.open(anna.path)).text).toContain('another 18 months'))
      expect(await readdir(join(folder, 'orders', 'waiting'))).toEqual([])
    },
  )

  test('what was ordered while Keepsake was away is delivered after a restart of the shop', async () => {
    const { id } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    keepsake.away = true
    await anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(anna.text).toContain('is about to hear of this order')
    expect(anna.html).toContain('http-equiv="refresh"')
    const code = anna.path.split('/').at(-1)!
    const kept = await readFile(join(folder, 'orders', 'waiting', `${code}.json`), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ code, sent: { accountId: 'account-of-anna' } })
    await shop.close()
    keepsake.away = false
    shop = await opened()
    await vi.waitFor(() => expect(keepsake.orders.map(told => told.code)).toEqual([code]))
  })

  test('an order that Keepsake refuses for good is set apart, not repeated for ever', async () => {
    keepsake.failing = [404]
    const { id } = await arrive({ 'beach.jpg': GOOD })
    await order(id)
    expect(anna.text).toContain('Customer care looks after it.')
    const code = anna.path.split('/').at(-1)
    expect(await readdir(join(folder, 'orders', 'refused'))).toEqual([`${code}.json`])
    expect(keepsake.orders).toEqual([])
  })

  test('a photo that left the library before the order is taken out, and one is asked again', async () => {
    const { id } = await arrive({ 'kept.jpg': GOOD, 'gone.jpg': GOOD })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    keepsake.selections.get(id)![1]!.gone = true
    await anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(anna.text).toContain('1 photo has left your library')
    expect(keepsake.orders).toEqual([])
    await order(id)
    expect(keepsake.orders).toMatchObject([{ order: { products: [{ quantity: 1 }] } }])
  })

  test('an order is not for others to see, nor is one that does not exist', async () => {
    for (const code of ['P-222222222222', '..%2F..%2Fsecret', 'x'])
      expect((await anna.open(`/orders/${code}`)).status).toBe(404)
  })
})

describe('P22 safety', () => {
  test.each([
    ['no check', { check: '' }, {}],
    ['a wrong check', { check: 'x'.repeat(43) }, {}],
    ['a form of another site', {}, { origin: 'https://elsewhere.example' }],
  ])('%s: nothing is changed or ordered', async (_what, fields, headers) => {
    const { id, form, photo } = await arrive({ 'beach.jpg': GOOD })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '9', ...fields }, headers as HeadersInit)
    expect([anna.status, anna.text]).toEqual([403, expect.stringContaining('Please try once more')])
    await anna.open(`/prints/${id}`)
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('1')
    await anna.open(`/prints/${id}/delivery`)
    await anna.submit(`/prints/${id}/order`, { ...ADDRESS, ...fields }, headers as HeadersInit)
    expect([anna.status, keepsake.orders]).toEqual([403, []])
  })

  test('the check of one selection does not serve another', async () => {
    const one = await arrive({ 'a.jpg': GOOD })
    const { check } = anna.fields(one.form)
    const other = await arrive({ 'b.jpg': GOOD })
    await anna.submit(other.form, { check: check! })
    expect(anna.status).toBe(403)
  })

  test('pages run no script but ours, stand in no frame, and are kept nowhere', async () => {
    await arrive({ 'beach.jpg': GOOD })
    const policy = anna.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain(`img-src 'self' ${keepsake.origin}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(anna.headers.get('x-content-type-options')).toBe('nosniff')
    expect(anna.headers.get('cache-control')).toBe('no-store')
    expect(anna.html).not.toMatch(/ on\w+=| style=|<script>|<style/)
    expect(anna.html).not.toContain(TOKEN)
  })

  test('what is not there says so; its own files are kept for good', async () => {
    expect((await anna.open('/nothing')).status).toBe(404)
    expect((await anna.open('/prints/../../secret')).status).toBe(404)
    await anna.open('/')
    const sheet = /href="(\/assets\/[^"]*shop\.css)"/.exec(anna.html)![1]!
    const answer = await anna.send(sheet)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await anna.send(sheet.replace(/assets\/\w+/, 'assets/old'))).status).toBe(404)
  })

  test('a token that is none stops the start, and is not shown', () => {
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).toThrow(/KEEPSAKE_TOKEN/)
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).not.toThrow(/short-secret/)
  })
})
