import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningShop, startShop } from './shop.ts'
import { startKeepsakeServer, TOKEN } from './testing/keepsake-server.testing.ts'
import { TestBrowser } from './testing/test-browser.ts'

type FakeKeepsake = Awaited<ReturnType<typeof startKeepsakeServer>>

let folder: string
let keepsake: FakeKeepsake
let shop: RunningShop
let anna: TestBrowser
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  folder = await mkdtemp(join(tmpdir(), 'keepsake-shop-'))
  keepsake = await startKeepsakeServer()
  keepsake.now = () => now
  shop = await startTestShop()
  anna = new TestBrowser(shop.origin)
})
afterEach(async () => {
  await shop.close()
  await keepsake.close()
  await rm(folder, { recursive: true, force: true })
})

/** A shop on the test's folder that retries after 20 ms. */
const startTestShop = () =>
  startShop(
    readConfig({
      SHOP_PORT: '0',
      SHOP_DATA_DIR: folder,
      KEEPSAKE_URL: keepsake.origin,
      KEEPSAKE_TOKEN: TOKEN,
      LOG_LEVEL: 'silent',
    }),
    { now: () => now, retryMs: () => 20 },
  )

const LARGE: [number, number] = [3000, 2000]
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

async function openEditor(
  pictures: Record<string, [number, number]>,
  link: Parameters<typeof linkTo>[1] = {},
) {
  const id = keepsake.createSelection(pictures)
  await anna.open(linkTo(id, link))
  return { id, form: `/prints/${id}?page=1`, photo: (name: string) => idOf(id, name) }
}

/** Opens the editor, continues to delivery and places the order. */
async function placeOrder(id: string, address: Record<string, string> = ADDRESS, browser = anna) {
  await browser.open(`/prints/${id}`)
  await browser.submit(`/prints/${id}?page=1`, { next: 'delivery' })
  return browser.submit(`/prints/${id}/order`, address)
}

describe('PL-138 the handoff from the library', () => {
  test('shows the selected photos, one print of each in the requested product', async () => {
    const { id } = await openEditor(
      { 'beach.jpg': LARGE, 'cat.jpg': [2000, 3000] },
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

  test('an unknown product selects the smallest print', async () => {
    const { form, photo } = await openEditor({ 'beach.jpg': LARGE }, { product: 'MUG' })
    expect(anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('has the theme and the language of the channel’s brand', async () => {
    await openEditor({ 'strand.jpg': SMALL }, { vendor: 'herzbild', channel: 'HERZBILD-DE' })
    expect(anna.html).toContain('<html lang="de-DE">')
    expect(anna.text).toContain('Abzüge bestellen 1 Foto.')
    expect(anna.text).toContain('Zu klein für 10 × 15 cm')
    expect(anna.text).toContain('3,18')
    expect(anna.html).toMatch(/theme-herzbild\.css/)
  })

  test.each([
    ['no selection', '/keepsake/prints?channel=KEEPSAKE-GB'],
    ['an invalid id', linkTo('x')],
    ['an unknown channel', linkTo(crypto.randomUUID(), { channel: 'NOBODY' })],
    ['another vendor’s channel', linkTo(crypto.randomUUID(), { vendor: 'herzbild' })],
  ])('%s: the link is not complete', async (_what, link) => {
    await anna.open(link)
    expect([anna.status, anna.text]).toEqual([400, expect.stringContaining('This link is not complete')])
    expect(keepsake.reads).toBe(0)
  })

  test('a selection that does not exist has expired', async () => {
    await anna.open(linkTo(crypto.randomUUID()))
    expect([anna.status, anna.text]).toEqual([410, expect.stringContaining('This choice has expired')])
  })

  test('Keepsake is unavailable: nothing is lost, and the same link works again later', async () => {
    const id = keepsake.createSelection({ 'beach.jpg': LARGE })
    keepsake.unavailable = true
    await anna.open(linkTo(id))
    expect([anna.status, anna.text]).toEqual([503, expect.stringContaining('Your photos cannot be reached')])
    keepsake.unavailable = false
    expect((await anna.open(linkTo(id))).status).toBe(200)
  })

  test('the same browser finds its draft again', async () => {
    const { id, form, photo } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '5' })
    await anna.open(linkTo(id))
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('5')
  })

  test('another browser is refused everywhere, even with the addresses', async () => {
    const { id, form, photo } = await openEditor({ 'beach.jpg': LARGE })
    const check = anna.fields(form).check!
    const mallory = new TestBrowser(shop.origin)
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
    await placeOrder(id)
    const code = anna.path.split('/').at(-1)
    expect((await mallory.open(`/orders/${code}`)).status).toBe(404)
    expect(keepsake.orders).toHaveLength(1)
  })

  test('a draft is deleted with its selection, after 24 hours', async () => {
    const { id } = await openEditor({ 'beach.jpg': LARGE })
    now = new Date('2026-11-22T12:00:00Z')
    await anna.open(`/prints/${id}`)
    expect([anna.status, anna.text]).toEqual([410, expect.stringContaining('kept here for 24 hours')])
    await shop.close()
    shop = await startTestShop()
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
  })
})

describe('the editor without scripts', () => {
  test('saves sizes and quantities and updates the total', async () => {
    const { form, photo } = await openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE })
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

  test('warns of a photo that is too small for its print, and names the largest good size', async () => {
    const { form, photo } = await openEditor({ 'good.jpg': [1800, 1200], 'small.jpg': SMALL })
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
    'a quantity of %j is refused with a reason; the others are saved',
    async typed => {
      const { form, photo } = await openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE })
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

  test('an unknown size changes nothing', async () => {
    const { form, photo } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(form, { [`s-${photo('beach.jpg')}`]: '"><script>' })
    expect(anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('one size and quantity for all', async () => {
    const { id } = await openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE, 'c.jpg': LARGE })
    await anna.submit(`/prints/${id}/all`, { size: 'PRINT-13X18-GLOSSY', quantity: '2' })
    expect(anna.text).toContain('6 prints, 13 × 18 cm £2.10')
    await anna.submit(`/prints/${id}/all`, { quantity: '1000' })
    expect(anna.status).toBe(400)
  })

  test('many photos are paged; changing the page saves the current one', async () => {
    const pictures = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`photo-${n}.jpg`, LARGE]))
    const { id, form, photo } = await openEditor(pictures)
    expect(anna.html.match(/<li class="card"/g)).toHaveLength(48)
    expect(anna.text).toContain('Page 1 of 3')
    await anna.submit(form, { [`q-${photo('photo-0.jpg')}`]: '4', next: 'page-3' })
    expect(anna.path).toBe(`/prints/${id}?page=3`)
    expect(anna.html.match(/<li class="card"/g)).toHaveLength(4)
    expect(anna.text).toContain('103 prints')
  })

  test('photos deleted from the library are removed with a notice', async () => {
    const { id } = await openEditor({ 'kept.jpg': LARGE, 'gone.jpg': LARGE })
    keepsake.selections.get(id)![1]!.removed = true
    await anna.open(`/prints/${id}`)
    expect(anna.text).toContain('1 photo is no longer in your library')
    expect(anna.html).not.toContain('alt="gone.jpg"')
    expect(anna.text).toContain('1 print, 10 × 15 cm')
  })

  test('a draft without prints cannot be ordered', async () => {
    const { form, photo } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '0', next: 'delivery' })
    expect([anna.status, anna.text]).toEqual([400, expect.stringContaining('Choose at least one print.')])
  })

  test('file names are escaped', async () => {
    const name = `"><img src=x onerror=alert(1)>'.jpg`
    await openEditor({ [name]: LARGE })
    expect(anna.html).not.toContain('<img src=x')
    expect(anna.html).toContain('alt="&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#39;.jpg"')
  })

  test('a change sent by the script is answered with the changed parts of the page', async () => {
    const { id, form, photo } = await openEditor({ 'beach.jpg': LARGE })
    const body = new URLSearchParams({ ...anna.fields(form), [`q-${photo('beach.jpg')}`]: '12' })
    const answer = await anna.send(form, { method: 'POST', body, headers: { accept: 'application/json' } })
    const { parts, wrong } = (await answer.json()) as { parts: Record<string, string>; wrong: string[] }
    expect(parts.summary).toContain('12 prints')
    expect(wrong).toEqual([])
    body.set(`q-${photo('beach.jpg')}`, 'x')
    const refused = await anna.send(form, { method: 'POST', body, headers: { accept: 'application/json' } })
    const errors = (await refused.json()) as typeof parts & { wrong: string[]; parts: Record<string, string> }
    expect(errors.wrong).toEqual([photo('beach.jpg')])
    expect(errors.parts[`note-${photo('beach.jpg')}`]).toContain('A whole number from 0 to 99')
    await anna.open(`/prints/${id}`)
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('12')
  })
})

describe('OP-33 pictures', () => {
  const addressOf = async (id: string, name: string) => {
    const answer = await anna.send(`/prints/${id}/pictures/${idOf(id, name)}`)
    return [answer.status, answer.headers.get('location')]
  }

  test('redirect to Keepsake’s signed addresses; those of one page are fetched once', async () => {
    const { id } = await openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE })
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

  test('an open editor gets fresh addresses before the old ones expire', async () => {
    const { id } = await openEditor({ 'a.jpg': LARGE })
    await addressOf(id, 'a.jpg')
    now = new Date(now.getTime() + 24 * 60_000)
    const reads = keepsake.reads
    await addressOf(id, 'a.jpg')
    expect(keepsake.reads).toBe(reads)
    now = new Date(now.getTime() + 2 * 60_000)
    expect(await addressOf(id, 'a.jpg')).toEqual([302, expect.stringContaining(`/media/${now.getTime()}/`)])
  })

  test('a photo outside of the selection has none', async () => {
    const { id } = await openEditor({ 'a.jpg': LARGE })
    expect((await anna.send(`/prints/${id}/pictures/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

describe('PL-002 ordering', () => {
  test('the complete order reaches Keepsake before the page confirms it', async () => {
    const { id, form, photo } = await openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE, 'dog.jpg': LARGE })
    await anna.submit(form, {
      [`q-${photo('beach.jpg')}`]: '2',
      [`s-${photo('cat.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('dog.jpg')}`]: '0',
    })
    await placeOrder(id, { ...ADDRESS, name: '  Anna Keller ' })
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
    'without %s nothing is ordered, and the form keeps what was entered',
    async missing => {
      const { id } = await openEditor({ 'beach.jpg': LARGE })
      await placeOrder(id, { ...ADDRESS, [missing]: '  ' })
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

  test('submitting twice, in parallel or later, places one order', async () => {
    const { id } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    const body = new URLSearchParams({ ...anna.fields(`/prints/${id}/order`), ...ADDRESS })
    const submit = () => anna.send(`/prints/${id}/order`, { method: 'POST', body })
    const answers = await Promise.all([submit(), submit(), submit()])
    answers.push(await submit())
    expect(new Set(answers.map(answer => answer.headers.get('location'))).size).toBe(1)
    expect(new Set(keepsake.orders.map(order => JSON.stringify(order))).size).toBe(1)
    await anna.open(linkTo(id))
    expect(anna.text).toContain('Thank you for your order')
  })

  test.each([
    ['breaks the connection', 0],
    ['fails', 500],
    ['is unavailable', 503],
    ['limits the rate', 429],
    ['refuses the token', 401],
  ])('Keepsake %s: the order is placed, and sent again until it is acknowledged', async (_what, status) => {
    keepsake.failures = [status, status, status]
    const { id } = await openEditor({ 'beach.jpg': LARGE })
    await placeOrder(id)
    expect(anna.text).toContain('Thank you for your order')
    await vi.waitFor(() => expect(keepsake.orders).toHaveLength(1))
    await vi.waitFor(async () => expect((await anna.open(anna.path)).text).toContain('another 18 months'))
    expect(await readdir(join(folder, 'orders', 'waiting'))).toEqual([])
  })

  test('an order placed while Keepsake was unavailable is sent after a restart of the shop', async () => {
    const { id } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    keepsake.unavailable = true
    await anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(anna.text).toContain('We are updating your photo library')
    expect(anna.html).toContain('http-equiv="refresh"')
    const code = anna.path.split('/').at(-1)!
    const kept = await readFile(join(folder, 'orders', 'waiting', `${code}.json`), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ code, sent: { accountId: 'account-of-anna' } })
    await shop.close()
    keepsake.unavailable = false
    shop = await startTestShop()
    await vi.waitFor(() => expect(keepsake.orders.map(order => order.code)).toEqual([code]))
  })

  test('an order that Keepsake refuses permanently is moved to refused and not retried', async () => {
    keepsake.failures = [404]
    const { id } = await openEditor({ 'beach.jpg': LARGE })
    await placeOrder(id)
    expect(anna.text).toContain('Customer care will take care of it.')
    const code = anna.path.split('/').at(-1)
    expect(await readdir(join(folder, 'orders', 'refused'))).toEqual([`${code}.json`])
    expect(keepsake.orders).toEqual([])
  })

  test('a photo deleted before the order is removed, and the order must be confirmed again', async () => {
    const { id } = await openEditor({ 'kept.jpg': LARGE, 'gone.jpg': LARGE })
    await anna.submit(`/prints/${id}?page=1`, { next: 'delivery' })
    keepsake.selections.get(id)![1]!.removed = true
    await anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(anna.text).toContain('1 photo is no longer in your library')
    expect(keepsake.orders).toEqual([])
    await placeOrder(id)
    expect(keepsake.orders).toMatchObject([{ order: { products: [{ quantity: 1 }] } }])
  })

  test('orders that do not exist, or belong to others, are not found', async () => {
    for (const code of ['P-222222222222', '..%2F..%2Fsecret', 'x'])
      expect((await anna.open(`/orders/${code}`)).status).toBe(404)
  })
})

describe('P22 security', () => {
  test.each([
    ['no CSRF token', { check: '' }, {}],
    ['a wrong CSRF token', { check: 'x'.repeat(43) }, {}],
    ['a form of another site', {}, { origin: 'https://elsewhere.example' }],
  ])('%s: nothing is changed or ordered', async (_what, fields, headers) => {
    const { id, form, photo } = await openEditor({ 'beach.jpg': LARGE })
    await anna.submit(form, { [`q-${photo('beach.jpg')}`]: '9', ...fields }, headers as HeadersInit)
    expect([anna.status, anna.text]).toEqual([403, expect.stringContaining('Please try again')])
    await anna.open(`/prints/${id}`)
    expect(anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('1')
    await anna.open(`/prints/${id}/delivery`)
    await anna.submit(`/prints/${id}/order`, { ...ADDRESS, ...fields }, headers as HeadersInit)
    expect([anna.status, keepsake.orders]).toEqual([403, []])
  })

  test('the CSRF token of one selection is invalid for another', async () => {
    const one = await openEditor({ 'a.jpg': LARGE })
    const { check } = anna.fields(one.form)
    const other = await openEditor({ 'b.jpg': LARGE })
    await anna.submit(other.form, { check: check! })
    expect(anna.status).toBe(403)
  })

  test('pages run only the shop’s script, cannot be framed and are not cached', async () => {
    await openEditor({ 'beach.jpg': LARGE })
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

  test('unknown addresses answer 404; assets are cached as immutable', async () => {
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

  test('an invalid token stops the start and is not printed', () => {
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).toThrow(/KEEPSAKE_TOKEN/)
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).not.toThrow(/short-secret/)
  })
})
