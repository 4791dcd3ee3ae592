import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { TOKEN } from './testing/keepsake-server.testing.ts'
import { TestBrowser } from './testing/test-browser.ts'
import { ADDRESS, findLink, LARGE, SMALL, TestShop } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

const getId = (id: string, name: string) =>
  t.keepsake.selections.get(id)!.find(photo => photo.name === name)!.id

describe('PL-138 the handoff from the library', () => {
  test('shows the selected photos, one print of each in the requested product', async () => {
    const { id } = await t.openEditor(
      { 'beach.jpg': LARGE, 'cat.jpg': [2000, 3000] },
      { product: 'PRINT-13X18-GLOSSY' },
    )
    expect([t.anna.status, t.anna.path]).toEqual([200, `/prints/${id}`])
    expect(t.anna.text).toContain('2 photos')
    expect(t.anna.html.match(/alt="[^"]*"/g)).toEqual(['alt="beach.jpg"', 'alt="cat.jpg"'])
    expect(
      Object.values(t.anna.fields(`/prints/${id}`)).filter(value => value === 'PRINT-13X18-GLOSSY'),
    ).toHaveLength(2)
    expect(t.anna.text).toContain('2 prints')
    expect(t.anna.html).toContain('href="https://my.example/my-photos/photos"')
  })

  test('an unknown product selects the smallest print', async () => {
    const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE }, { product: 'MUG' })
    expect(t.anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('has the theme and the language of the channel’s brand', async () => {
    await t.openEditor({ 'strand.jpg': SMALL }, { vendor: 'herzbild', channel: 'HERZBILD-DE' })
    expect(t.anna.html).toContain('<html lang="de-DE">')
    expect(t.anna.text).toMatch(/Abzüge bestellen .* 1 Foto Format/)
    expect(t.anna.text).toContain('Zu klein für 10 × 15 cm')
    expect(t.anna.text).toContain('3,18')
    expect(t.anna.html).toMatch(/theme-herzbild\.css/)
  })

  test.each([
    ['no selection', '/keepsake/prints?channel=KEEPSAKE-GB'],
    ['an invalid id', findLink('x')],
    ['an unknown channel', findLink(crypto.randomUUID(), { channel: 'NOBODY' })],
    ['another vendor’s channel', findLink(crypto.randomUUID(), { vendor: 'herzbild' })],
  ])('%s: the link is not complete', async (_what, link) => {
    await t.anna.open(link)
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining('This link is not complete')])
    expect(t.keepsake.reads).toBe(0)
  })

  test('a selection that does not exist has expired', async () => {
    await t.anna.open(findLink(crypto.randomUUID()))
    expect([t.anna.status, t.anna.text]).toEqual([410, expect.stringContaining('This choice has expired')])
  })

  test('Keepsake is unavailable: nothing is lost, and the same link works again later', async () => {
    const id = t.keepsake.createSelection({ 'beach.jpg': LARGE })
    t.keepsake.unavailable = true
    await t.anna.open(findLink(id))
    expect([t.anna.status, t.anna.text]).toEqual([
      503,
      expect.stringContaining('Your photos cannot be reached'),
    ])
    t.keepsake.unavailable = false
    expect((await t.anna.open(findLink(id))).status).toBe(200)
  })

  test('the same browser finds its draft again', async () => {
    const { id, form, photo } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.anna.submit(form, { [`q-${photo('beach.jpg')}`]: '5' })
    await t.anna.open(findLink(id))
    expect(t.anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('5')
  })

  test('another browser is refused everywhere, even with the addresses', async () => {
    const { id, photo } = await t.openEditor({ 'beach.jpg': LARGE })
    const mallory = new TestBrowser(t.shop.origin)
    for (const path of [
      findLink(id),
      `/prints/${id}`,
      `/prints/${id}/delivery`,
      `/prints/${id}/pictures/${photo('beach.jpg')}`,
    ]) {
      await mallory.open(path)
      expect([path, mallory.status, mallory.html.includes('beach.jpg')]).toEqual([path, 403, false])
    }
    const body = new URLSearchParams({ [`q-${photo('beach.jpg')}`]: '9' })
    for (const path of [`/prints/${id}`, `/prints/${id}/photo-book`, `/prints/${id}/order`])
      expect((await mallory.send(path, { method: 'POST', body })).status).toBe(403)
    await t.placeOrder(id)
    const code = t.anna.path.split('/').at(-1)
    expect((await mallory.open(`/orders/${code}`)).status).toBe(404)
    expect(t.keepsake.orders.size).toBe(1)
  })

  test('a draft is deleted with its selection, after 24 hours', async () => {
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    t.now = new Date('2026-11-22T12:00:00Z')
    await t.anna.open(`/prints/${id}`)
    expect([t.anna.status, t.anna.text]).toEqual([410, expect.stringContaining('kept here for 24 hours')])
    await t.restart()
    expect(await readdir(join(t.folder, 'drafts'))).toEqual([])
  })
})

describe('the editor without scripts', () => {
  test('saves sizes and quantities and updates the total', async () => {
    const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE })
    await t.anna.submit(form, {
      [`s-${photo('beach.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('beach.jpg')}`]: '3',
      [`q-${photo('cat.jpg')}`]: '0',
    })
    expect(t.anna.status).toBe(200)
    expect(t.anna.text).toContain('3 prints, 20 × 30 cm £5.25 Delivery £2.49 Total £7.74')
    expect(t.anna.text).toContain('Not printed')
    await t.anna.open(t.anna.path)
    expect(t.anna.fields(form)).toMatchObject({
      [`s-${photo('beach.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('cat.jpg')}`]: '0',
    })
  })

  test('warns of a photo that is too small for its print, and names the largest good size', async () => {
    const { form, photo } = await t.openEditor({ 'good.jpg': [1800, 1200], 'small.jpg': SMALL })
    expect(t.anna.text).toContain('Too small for 10 × 15 cm: the print may look blurred (101 dpi).')
    expect(t.anna.text).toContain('1 photo is too small for its print size')
    await t.anna.submit(form, { [`s-${photo('good.jpg')}`]: 'PRINT-30X45-GLOSSY' })
    expect(t.anna.text).toContain('(101 dpi). Up to 13 × 18 cm is sharp.')
    expect(t.anna.text).toContain('2 photos are too small')
    await t.anna.submit(form, {
      [`s-${photo('good.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('small.jpg')}`]: '0',
    })
    expect(t.anna.text).not.toContain('too small')
  })

  test.each(['-1', '1.5', '100', 'two', '', '1e1'])(
    'a quantity of %j is refused with a reason; the others are saved',
    async typed => {
      const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE })
      await t.anna.submit(form, {
        [`q-${photo('beach.jpg')}`]: typed,
        [`q-${photo('cat.jpg')}`]: '7',
        next: 'delivery',
      })
      expect([t.anna.status, t.anna.text]).toEqual([
        400,
        expect.stringContaining('not whole numbers from 0 to 99'),
      ])
      expect(t.anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe(typed)
      await t.anna.open(form)
      expect(t.anna.fields(form)).toMatchObject({
        [`q-${photo('beach.jpg')}`]: '1',
        [`q-${photo('cat.jpg')}`]: '7',
      })
    },
  )

  test('an unknown size changes nothing', async () => {
    const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.anna.submit(form, { [`s-${photo('beach.jpg')}`]: '"><script>' })
    expect(t.anna.fields(form)[`s-${photo('beach.jpg')}`]).toBe('PRINT-10X15-GLOSSY')
  })

  test('photos deleted from the library are removed with a notice', async () => {
    const { id } = await t.openEditor({ 'kept.jpg': LARGE, 'gone.jpg': LARGE })
    t.keepsake.selections.get(id)![1]!.removed = true
    await t.anna.open(`/prints/${id}`)
    expect(t.anna.text).toContain('1 photo is no longer in your library')
    expect(t.anna.html).not.toContain('alt="gone.jpg"')
    expect(t.anna.text).toContain('1 print, 10 × 15 cm')
  })

  test('a draft without prints cannot be ordered', async () => {
    const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.anna.submit(form, { [`q-${photo('beach.jpg')}`]: '0', next: 'delivery' })
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining('Choose at least one print.')])
  })

  test('file names are escaped', async () => {
    const name = `"><img src=x onerror=alert(1)>'.jpg`
    await t.openEditor({ [name]: LARGE })
    expect(t.anna.html).not.toContain('<img src=x')
    expect(t.anna.html).toContain('alt="&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#39;.jpg"')
  })
})

describe('OP-33 pictures', () => {
  const addressOf = async (id: string, name: string) => {
    const answer = await t.anna.send(`/prints/${id}/pictures/${getId(id, name)}`)
    return [answer.status, answer.headers.get('location')]
  }

  test('redirect to Keepsake’s signed addresses, which are new each time', async () => {
    const { id } = await t.openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE })
    for (const name of ['a.jpg', 'b.jpg'])
      expect(await addressOf(id, name)).toEqual([
        302,
        `${t.keepsake.origin}/media/${t.now.getTime()}/${getId(id, name)}/800`,
      ])
    t.now = new Date(t.now.getTime() + 26 * 60_000)
    expect(await addressOf(id, 'a.jpg')).toEqual([302, expect.stringContaining(`/media/${t.now.getTime()}/`)])
  })

  test('a photo that was removed from the library has none', async () => {
    const { id } = await t.openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE })
    t.keepsake.selections.get(id)![0]!.removed = true
    expect((await addressOf(id, 'a.jpg'))[0]).toBe(404)
    expect(await addressOf(id, 'b.jpg')).toEqual([302, expect.stringContaining(getId(id, 'b.jpg'))])
  })

  test('a photo outside of the selection has none', async () => {
    const { id } = await t.openEditor({ 'a.jpg': LARGE })
    expect((await t.anna.send(`/prints/${id}/pictures/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

describe('P22 security', () => {
  test.each(['https://elsewhere.example', 'null'])(
    'a form of %s: nothing is changed or ordered',
    async origin => {
      const { id, form, photo } = await t.openEditor({ 'beach.jpg': LARGE })
      await t.anna.submit(form, { [`q-${photo('beach.jpg')}`]: '9' }, { origin })
      expect([t.anna.status, t.anna.text]).toEqual([403, expect.stringContaining('Please try again')])
      await t.anna.open(`/prints/${id}`)
      expect(t.anna.fields(form)[`q-${photo('beach.jpg')}`]).toBe('1')
      await t.anna.open(`/prints/${id}/delivery`)
      await t.anna.submit(`/prints/${id}/order`, ADDRESS, { origin })
      expect([t.anna.status, t.keepsake.received]).toEqual([403, []])
    },
  )

  test('a form of the shop itself is accepted', async () => {
    const { form, photo } = await t.openEditor({ 'beach.jpg': LARGE })
    const field = `q-${photo('beach.jpg')}`
    await t.anna.submit(form, { [field]: '9' }, { origin: t.shop.origin.replace('localhost', '127.0.0.1') })
    expect(t.anna.status).toBe(403)
    await t.anna.open(form)
    await t.anna.submit(form, { [field]: '9' }, { origin: t.shop.origin })
    expect(t.anna.fields(form)[field]).toBe('9')
  })

  test('pages run only the shop’s script, cannot be framed and are not cached', async () => {
    await t.openEditor({ 'beach.jpg': LARGE })
    const policy = t.anna.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain(`img-src 'self' ${t.keepsake.origin}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(t.anna.headers.get('x-content-type-options')).toBe('nosniff')
    expect(t.anna.headers.get('cache-control')).toBe('no-store')
    expect(t.anna.html).not.toMatch(/ on\w+=| style=|<script>|<style/)
    expect(t.anna.html).not.toContain(TOKEN)
  })

  test('unknown addresses answer 404; assets are cached as immutable', async () => {
    expect((await t.anna.open('/nothing')).status).toBe(404)
    expect((await t.anna.open('/prints/../../secret')).status).toBe(404)
    await t.anna.open('/')
    const sheet = /href="(\/assets\/[^"]*shop\.css)"/.exec(t.anna.html)![1]!
    const answer = await t.anna.send(sheet)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await t.anna.send(sheet.replace(/assets\/\w+/, 'assets/old'))).status).toBe(404)
  })

  test('an invalid token stops the start and is not printed', () => {
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).toThrow(/KEEPSAKE_TOKEN/)
    expect(() => readConfig({ KEEPSAKE_TOKEN: 'short-secret' })).not.toThrow(/short-secret/)
  })
})
