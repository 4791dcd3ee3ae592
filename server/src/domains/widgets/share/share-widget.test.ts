import { beforeEach, describe, expect, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { deletePhotos } from '#contract/photos.ts'
import { listTablesNaming } from '../../../testing/marker-words.ts'
import { getLink, startWidgetServer, type TestBook } from '../widget-server.testing.ts'

const t = await startWidgetServer()
let book: TestBook
let recipient = ''
let recipients = 0
beforeEach(async () => {
  book = await t.createBook()
  recipient = `grandma-${++recipients}+books@keepsake.test`
})

/** Calls as written: the query is sent as it is. */
async function shareRaw(query: string, product = book.product) {
  const answer = await book.customer.fetch(`${SERVICES.widgets}/v1/widget/${product}/share?${query}`, {
    method: 'PUT',
  })
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json(), answer }
}
const share = (more: Record<string, string> = {}, product = book.product) =>
  shareRaw(
    new URLSearchParams({
      vendorId: 'keepsake',
      fromName: 'Anna',
      toEmailAddress: encodeBase64Text(recipient),
      ...more,
    }).toString(),
    product,
  )
const mails = (to = recipient) => t.server.mailbox.list().filter(mail => mail.to.includes(to))

describe('AA-097 sharing a widget by mail', () => {
  test('AA-097 the recipient gets the link, the picture and the words of the sender', async () => {
    const message = "Here's our trip. Page 12 is for you!\nLove, Anna"
    expect((await share({ personalMessage: message })).status).toBe(204)
    const [mail] = mails()
    expect(mail!.subject).toBe('Anna wants to show you something')
    const { publicUrl } = await t.read(book)
    expect(mail!.text).toContain(publicUrl)
    expect(mail!.text).toContain("> Here's our trip.")
    expect(mail!.text).toContain('> Love, Anna')
    expect(mail!.text).toContain('Coast to coast')
    expect(mail!.html).toContain(`href="${publicUrl}"`)
    const picture = /<img src="([^"]+)"/.exec(mail!.html!)![1]!
    expect(picture).toContain(publicUrl)
    expect((await t.open(picture)).headers.get('content-type')).toBe('image/jpeg')
    expect((await t.open(getLink(await t.read(book)))).status).toBe(200)
  })

  test('AA-097 a refused address is an error of its field, and stays in the activity', async () => {
    recipient = 'no-mailbox@keepsake.test'
    const { status, body } = await share()
    expect([status, body]).toMatchObject([400, { fields: { toEmailAddress: 'not-valid' } }])
    expect((await book.customer.call(getActivity)).items).toMatchObject([
      { kind: 'shared-mail-bounced', state: 'failed', name: 'Anna wants to show you something' },
    ])
  })

  test('AA-097 the address is decoded from base64 and base64url, with padding and without', async () => {
    for (const encoded of base64Forms(recipient))
      expect([
        encoded,
        (await shareRaw(`vendorId=keepsake&fromName=Anna&toEmailAddress=${encoded}`)).status,
      ]).toEqual([encoded, 204])
    expect(mails()).toHaveLength(base64Forms(recipient).length)
  })

  test.each([
    ['no name', { fromName: '' }, 'fromName'],
    ['a name of two lines', { fromName: 'Anna\r\nBcc: all@keepsake.test' }, 'fromName'],
    ['a text that is no base64', { toEmailAddress: 'grandma@keepsake.test' }, 'toEmailAddress'],
    ['no address', { toEmailAddress: btoa('grandma') }, 'toEmailAddress'],
    ['two addresses', { toEmailAddress: btoa('a@keepsake.test,b@keepsake.test') }, 'toEmailAddress'],
    [
      'a header after the address',
      { toEmailAddress: btoa('a@keepsake.test\r\nBcc: b@keepsake.test') },
      'toEmailAddress',
    ],
    ['a line break', { toEmailAddress: btoa('a@keepsake\n.test') }, 'toEmailAddress'],
    ['broken UTF-8', { toEmailAddress: btoa('\xf6@keepsake.test') }, 'toEmailAddress'],
    [
      'letters beyond ASCII before the @',
      { toEmailAddress: encodeBase64Text('ö@x.example') },
      'toEmailAddress',
    ],
    ['a message of 501 characters', { personalMessage: 'x'.repeat(501) }, 'personalMessage'],
    ['another vendor', { vendorId: 'snapbook' }, 'vendorId'],
  ])('AA-097 %s is 400 and mails nothing', async (_what, query, field) => {
    const before = t.server.mailbox.list().length
    const { status, body } = await share(query)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect(t.server.mailbox.list()).toHaveLength(before)
  })

  test('AA-097 a missing name is 400, a foreign widget 404', async () => {
    expect((await shareRaw(`vendorId=keepsake&toEmailAddress=${btoa(recipient)}`)).body.fields).toEqual({
      fromName: 'missing',
    })
    const foreign = await t.createBook()
    expect((await share({}, foreign.product)).status).toBe(404)
    expect(mails()).toEqual([])
  })

  test('AA-097 links, addresses and numbers in the sender’s words cannot be pressed', async () => {
    await share({
      fromName: 'evil.example',
      personalMessage:
        'See https://evil.example/a or www.evil.example, mail me@evil.example, call 0900123456. <a href="https://evil.example">here</a>',
    })
    const [mail] = mails()
    for (const part of [mail!.subject, mail!.text, mail!.html!]) {
      expect(part).not.toContain('evil.example')
      expect(part.replaceAll('\u2060', '')).toContain('evil.example')
    }
    expect(mail!.text).not.toMatch(/\d{4,}(?=\.)/)
    expect(mail!.html).not.toMatch(/<a [^>]*evil/)
  })

  test('AA-099 AA-097 the widget of a blocked order, and one without photos, is 409 with the reason', async () => {
    await t.putOrder(book, { version: 2, blocked: true })
    expect(await share()).toMatchObject({ status: 409, body: { reason: 'order-blocked' } })
    await t.putOrder(book, { version: 3 })
    await book.customer.call(deletePhotos, { body: { photoIds: book.photos } })
    expect(await share()).toMatchObject({ status: 409, body: { reason: 'no-pictures' } })
    expect(mails()).toEqual([])
  })

  test('AA-097 20 an hour leave, the 21st is 429 with the time to wait, also of parallel calls', async () => {
    const to = (n: number) => `friend-${n}-of-${recipients}@keepsake.test`
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => share({ toEmailAddress: btoa(to(n)) })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]!.answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const sent = t.server.mailbox
      .list()
      .filter(mail => mail.to.some(each => each.includes(`-of-${recipients}@`)))
    expect(sent).toHaveLength(20)
  })

  test('AA-097 the address of the recipient is stored nowhere', async () => {
    await share()
    await t.server.idle()
    expect(await listTablesNaming(t.server.ctx, [recipient.split('+')[0]!])).toEqual([])
  })
})

/** An address in base64, percent-encoded, as it is and without padding, and in base64url. */
function base64Forms(address: string): string[] {
  const encoded = encodeBase64Text(address)
  return [
    encodeURIComponent(encoded),
    encoded,
    encoded.replace(/=+$/, ''),
    encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ]
}
