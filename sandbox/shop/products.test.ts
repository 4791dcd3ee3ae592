import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KINDS } from './catalog.ts'
import { ADDRESS, LARGE, SMALL, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

const PICTURES = { 'beach.jpg': LARGE, 'cat.jpg': LARGE }

describe('products of the selected photos', () => {
  test('the editor leads to each kind; a link to an article opens its page with it', async () => {
    const { id } = await t.openEditor(PICTURES, { product: 'BOOK-28X28-48' })
    expect(t.anna.path).toBe(`/prints/${id}/photo-book?article=BOOK-28X28-48`)
    expect(t.anna.fields(`/prints/${id}/photo-book`).article).toBe('BOOK-28X28-48')
    expect(t.anna.html.match(/alt="[^"]*"/g)).toEqual(['alt="beach.jpg"', 'alt="cat.jpg"'])
    await t.anna.open(`/prints/${id}`)
    for (const kind of KINDS.slice(1)) {
      expect(t.anna.html).toContain(`href="/prints/${id}/${kind}"`)
      expect((await t.anna.open(`/prints/${id}/${kind}`)).status).toBe(200)
    }
    expect((await t.anna.open(`/prints/${id}/mug`)).status).toBe(404)
  })

  test('a photo book is ordered with its title, article, price and picture', async () => {
    const { id, photo } = await t.openEditor(PICTURES)
    await t.anna.open(`/prints/${id}/photo-book`)
    await t.anna.submit(`/prints/${id}/photo-book`, { title: ' Summer in Norway ', quantity: '2' })
    expect(t.anna.path).toBe(`/prints/${id}/delivery`)
    expect(t.anna.text).toContain('2 × Summer in Norway £51.90 Delivery £2.49 Total £54.39')
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const code = t.anna.path.split('/').at(-1)!
    expect(t.keepsake.orders.get(code)).toMatchObject({
      source: 'Keepsake Photo book',
      products: [
        {
          code: `${code}-1`,
          article: 'BOOK-21X21-24',
          title: 'Summer in Norway',
          description: 'Photo book 21 × 21 cm',
          quantity: 2,
          price: 5190,
          photoId: photo('beach.jpg'),
        },
      ],
      total: { amount: 5439, currency: 'GBP' },
      deliveryCost: 249,
    })
  })

  test('NX-235 a photo book has all chosen photos, however many, in their order, and names those that are too small', async () => {
    const pictures = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${index}.jpg`, index === 2 ? SMALL : LARGE]),
    )
    const id = t.keepsake.createSelection(pictures)
    await t.anna.open(`/keepsake/photo-book?channel=KEEPSAKE-GB&tempSelectionId=${id}`)
    const form = `/prints/${id}/photo-book`
    expect([t.anna.status, t.anna.path]).toEqual([200, form])
    expect(t.anna.html.match(/alt="[^"]*"/g)).toEqual(Object.keys(pictures).map(name => `alt="${name}"`))
    expect(t.anna.text).toContain('24 pages, 300 photos 1 photo is too small for a full page.')
    expect(t.anna.html.match(/Too small for a full page: [^<]*/g)).toEqual([
      'Too small for a full page: 2.jpg',
    ])
    await t.anna.submit(form, { article: 'BOOK-28X28-48', next: 'project' })
    expect(t.anna.text).toContain('48 pages, 300 photos')
  })

  test('NX-235 a calendar has the first 13 photos, in their order', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `${index}.jpg`)
    const id = t.keepsake.createSelection(Object.fromEntries(names.map(name => [name, LARGE])))
    await t.anna.open(`/keepsake/calendar?channel=KEEPSAKE-GB&tempSelectionId=${id}`)
    expect(t.anna.path).toBe(`/prints/${id}/calendar`)
    const photoIds = t.keepsake.selections.get(id)!.map(photo => photo.id)
    expect(t.anna.html.match(/alt="[^"]*"/g)).toEqual(names.slice(0, 13).map(name => `alt="${name}"`))
    await t.anna.submit(`/prints/${id}/calendar`, { title: 'Norway' })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const [placed] = t.keepsake.orders.values()
    expect(placed).toMatchObject({
      source: 'Keepsake Calendar',
      products: [{ article: 'CALENDAR-21X30', title: 'Norway', price: 1795, photoId: photoIds[0] }],
    })
    expect(placed!.products[0]!.photoIds).toEqual(photoIds.slice(0, 13))
  })

  test('a studio pack needs a company, which is part of the delivery address', async () => {
    const { id } = await t.openEditor(PICTURES)
    const form = `/prints/${id}/studio-pack`
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'Portraits', article: 'STUDIO-PACK-500' })
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining('Please fill this in')])
    expect(t.anna.fields(form)).toMatchObject({ title: 'Portraits', article: 'STUDIO-PACK-500' })
    await t.anna.submit(form, { company: 'Studio Keller' })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const [order] = t.keepsake.orders.values()
    expect(order).toMatchObject({
      products: [{ article: 'STUDIO-PACK-500', description: '500 prints for your studio' }],
      deliveryAddress: { companyName: 'Studio Keller', lastName: 'Keller' },
    })
    // Its invoice says when it is paid.
    expect(order!.payment).toEqual({ method: 'invoice' })
  })

  test('back to prints: what was continued with last is ordered', async () => {
    const { id, form } = await t.openEditor(PICTURES)
    await t.anna.open(`/prints/${id}/map-poster`)
    await t.anna.submit(`/prints/${id}/map-poster`, { title: 'Bergen' })
    await t.anna.open(`/prints/${id}/map-poster`)
    expect(t.anna.fields(`/prints/${id}/map-poster`).title).toBe('Bergen')
    await t.anna.open(`/prints/${id}`)
    await t.anna.submit(form, { next: 'delivery' })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    await waitUntilPasses(() => expect(t.keepsake.orders.size).toBe(1))
    const [order] = t.keepsake.orders.values()
    expect(order!.products).toMatchObject([{ article: 'PRINT-10X15-GLOSSY', quantity: 2 }])
  })

  test.each([
    [{ title: '' }, 'Please fill this in'],
    [{ title: '\u200b' }, 'Please check what you entered'],
    [{ title: 'x'.repeat(81) }, 'Please check what you entered'],
    [{ title: 'A', quantity: '0' }, 'A whole number from 1 to 99'],
    [{ title: 'A', quantity: '1.5' }, 'A whole number from 1 to 99'],
    [{ title: 'A', article: 'STUDIO-PACK-100' }, 'Some details are missing'],
  ])('%j is refused with a reason, and the form keeps what was entered', async (fields, reason) => {
    const { id } = await t.openEditor(PICTURES)
    const form = `/prints/${id}/photo-book`
    await t.anna.open(form)
    await t.anna.submit(form, fields as Record<string, string>)
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining(reason)])
    await t.anna.open(`/prints/${id}/delivery`)
    expect(t.anna.text).toContain('2 prints, 10 × 15 cm')
  })

  test('photos deleted from the library are removed; without any nothing can be ordered', async () => {
    const { id } = await t.openEditor(PICTURES)
    const form = `/prints/${id}/photo-book`
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'Summer' })
    for (const photo of t.keepsake.selections.get(id)!) photo.removed = true
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(t.anna.text).toContain('2 photos are no longer in your library')
    await t.anna.submit(form, { title: 'Summer' })
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining('None of the chosen photos')])
    expect(t.keepsake.received).toEqual([])
  })

  test('P22 a form of another site changes nothing', async () => {
    const { id } = await t.openEditor(PICTURES)
    const form = `/prints/${id}/photo-book`
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'A' }, { origin: 'https://elsewhere.example' })
    expect(t.anna.status).toBe(403)
  })
})
