import { beforeEach, describe, expect, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { LEGAL_LINKS } from '#contract/brands.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import * as contract from '#contract/widgets.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import { advanceElapsedTime } from '../../../testing/elapsed-time.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { closeAccount } from '../../identity/testing/mail-links.ts'
import { getLink, listPictures, startWidgetServer, type TestBook } from '../widget-server.testing.ts'

const t = await startWidgetServer()
let book: TestBook
let link: string
beforeEach(async () => {
  book = await t.createBook()
  link = getLink(await t.read(book))
})

const code = () => ({ params: { code: book.product } })
const pageAt = async (address = link) => (await t.open(address)).text()

describe('AA-092 the public page of a widget', () => {
  test('AA-092 everyone with the link sees all pages, without a sign-in, a cookie or code of the app', async () => {
    await updateRows(
      t.server.ctx.db,
      'customers',
      { account_id: book.customer.accountId },
      { first_name: 'Anna' },
    )
    const answer = await t.open(link)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('<h1>Coast to coast</h1>')
    expect(page).toContain('Photo book by Anna')
    expect(listPictures(page)).toHaveLength(2)
    for (const picture of listPictures(page)) {
      const { status, headers } = await t.open(picture)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    }
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(page).not.toMatch(/<script[^>]+src|<link[^>]+stylesheet/)
  })

  test('RV-824 the page of a widget, and that of a link that shows nothing, have the legal links of the brand', async () => {
    const answers = await Promise.all([t.open(link), t.open(link.replace(/[^/]+$/, 'none'))])
    expect(answers.map(({ status }) => status)).toEqual([200, 410])
    for (const answer of answers) {
      const page = await answer.text()
      for (const id of LEGAL_LINKS) expect(page).toContain(`<a href="${defaultBrand.addresses[id]}"`)
    }
  })

  test('AA-092 pages of other sites may embed it, and nothing else of this server; it is not indexed', async () => {
    const { headers } = await t.open(link)
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors \*$/)
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
    const others = await Promise.all(['/healthz', '/identity/new-password/x', '/api/docs'].map(t.open))
    for (const other of others)
      expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('AA-092 texts of customers and retailer are text', async () => {
    const evil = '</title><script>alert(1)</script>"\'>'
    await t.putWidget(book, {
      version: 2,
      title: evil,
      productName: evil,
      pages: [{ pictures: [{ photoId: book.photos[0]! }], text: `${evil}\nsecond line` }],
    })
    const page = await pageAt()
    expect(page).not.toContain('<script>alert')
    expect(page.match(/<script>/g)).toHaveLength(1)
  })

  test('AA-092 a page of 300 pages with nine pictures each stays below 30 KB and leads to the others', async () => {
    const [first, second] = book.photos
    const pictures = Array.from({ length: 9 }, (_, n) => ({ photoId: n % 2 ? first! : second! }))
    const text = 'Ä'.repeat(300)
    await t.putWidget(book, { version: 2, pages: Array.from({ length: 300 }, () => ({ pictures, text })) })
    const numbers: number[] = []
    let address: string | undefined = link
    for (let parts = 0; address && parts < 200; parts++) {
      const page: string = await pageAt(address)
      expect(Buffer.byteLength(page)).toBeLessThan(30 * 1024)
      numbers.push(...[...page.matchAll(/id="p(\d+)"/g)].map(match => Number(match[1])))
      const next = [...page.matchAll(/href="(\?part=\d+)"/g)].map(match => match[1]!).at(-1)
      const current: number = Number(new URL(address).searchParams.get('part') ?? 1)
      address = next && Number(next.slice(6)) > current ? link + next : undefined
    }
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
    expect((await t.open(`${link}?part=999`)).status).toBe(410)
    expect((await t.open(`${link}?part=nonsense`)).status).toBe(200)
  })

  test('AA-092 a usual book of 48 pages is one small document', async () => {
    const [first, second] = book.photos
    const pages = Array.from({ length: 48 }, (_, n) => ({
      pictures: Array.from({ length: 1 + (n % 3) }, () => ({ photoId: n % 2 ? first! : second! })),
    }))
    await t.putWidget(book, { version: 2, pages })
    const page = await pageAt()
    expect(page).not.toContain('?part=')
    expect(Buffer.byteLength(page)).toBeLessThan(30 * 1024)
  })

  test('AA-092 the place of a deleted photo stays, the others are shown', async () => {
    await book.customer.call(deletePhotos, { body: { photoIds: [book.photos[0]!] } })
    const page = await pageAt()
    expect(listPictures(page)).toHaveLength(1)
    expect(page).toContain('This photo was removed')
    expect(page).toContain('data-pages="2"')
  })
})

describe('AA-092 AA-096 AA-099 a link that has ended', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the widget is deleted', () => book.customer.call(contract.deleteWidget, code())],
    ['the order is blocked', () => t.putOrder(book, { version: 2, blocked: true })],
    ['the customer makes a new link', () => book.customer.call(contract.replaceWidgetLink, code())],
    ['the account is closed', () => closeAccount(t.server, book.customer)],
    ['all photos are deleted', () => book.customer.call(deletePhotos, { body: { photoIds: book.photos } })],
  ])('shows nothing within a second after %s', async (_what, end) => {
    const pictures = listPictures(await pageAt())
    for (const picture of pictures) expect((await t.open(picture)).status).toBe(200)
    await end()
    const answer = await t.open(link)
    expect(answer.status).toBe(410)
    const page = await answer.text()
    expect(page).toContain('This book is no longer shared')
    expect(page).not.toContain('Coast')
    await advanceElapsedTime(1000)
    for (const picture of pictures) expect((await t.open(picture)).status).toBe(404)
  })

  test('a new link shows the book; unknown and malformed ones look like ended ones', async () => {
    const { publicUrl } = await book.customer.call(contract.replaceWidgetLink, code())
    expect(publicUrl).not.toBe(link)
    expect((await t.open(publicUrl!)).status).toBe(200)
    const ended = await pageAt()
    for (const unknown of ['/w/AAAAAAAAAAAAAAAAAAAAAA', '/w/nothing', '/w/%00', `/w/${'a'.repeat(300)}`]) {
      const answer = await t.open(unknown)
      expect([unknown, answer.status, await answer.text()]).toEqual([unknown, 410, ended])
    }
  })
})

describe('AA-092 the pictures of the public page', () => {
  test('are in sizes of the screen only, of this widget only, and never originals', async () => {
    const [picture] = listPictures(await pageAt())
    const [, , publicId, photoId] = picture!.split('/')
    for (const kind of ['original', 'view', '9000'])
      expect((await t.open(`/w/${publicId}/${photoId}/${kind}`)).status).toBe(404)
    const other = await t.createBook()
    await book.customer.upload('not-printed.jpg', await jpeg())
    await t.server.idle()
    const { images } = await book.customer.call(getPhotos)
    const [unprinted] = images.filter(({ imageId }) => !book.photos.includes(imageId))
    for (const otherId of [other.photos[0], unprinted!.imageId])
      expect((await t.open(`/w/${publicId}/${otherId}/800`)).status).toBe(404)
    expect((await t.open(`/w/short/${photoId}/800`)).status).toBe(403)
    expect((await t.open(picture!)).headers.get('cache-control')).toBe('private, no-store')
  })

  test('AA-092 a widget without an order is not public', async () => {
    const early = await t.createCustomer()
    await t.putWidget(early)
    const { public_id } = (await findRow(t.server.ctx.db, 'widgets', { product_code: early.product }, [
      'public_id',
    ]))!
    expect((await t.open(`/w/${public_id}`)).status).toBe(410)
    expect((await t.open(`/w/${public_id}/${early.photos[0]}/800`)).status).toBe(404)
  })
})
