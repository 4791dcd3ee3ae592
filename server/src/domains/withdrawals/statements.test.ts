import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { brands, findHostRedirect } from '#brands/index.ts'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import type { StatementReceipt } from '#contract/withdrawals.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { expectWithdrawalError, frame, prints, startWithdrawalServer } from './withdrawals.testing.ts'

let customer: Client
const networksOfProxies = ['127.0.0.0/8', '::1/128']
const t = closeAfterAll(await startWithdrawalServer({ trustedProxies: { networks: networksOfProxies } }))
beforeEach(async () => {
  // What is left of the test before is no part of this one.
  await t.server.idle()
  t.server.clock.set('2026-11-22T11:50:07.400Z')
  t.retailer.received.length = 0
  t.accept()
  customer = await t.server.customer()
})

const DELIVERED = '2026-11-20T11:24:00Z'
let networks = 0
/** Headers of a client in a network of its own. */
const fromNetwork = (network = ++networks, host = 1) => ({
  'x-forwarded-for': `10.${Math.floor(network / 250)}.${network % 250}.${host}`,
})
const read = async (answer: Response) => (await answer.json()) as StatementReceipt & Record<string, unknown>

describe('NX-132 a public statement', () => {
  test('NX-132 names products by whole words: no product whose code or title is a part of another’s', async () => {
    const id = Math.random().toString(36).slice(2)
    const product = (number: number, title: string) =>
      frame({ code: `K-${id}-${number}`, title, article: `Article${number}` })
    const products = [
      product(1, 'A'),
      product(12, 'Oak frame'),
      product(3, 'Calendar'),
      product(4, 'Wall calendar'),
    ]
    const code = await t.placeOrder(customer, products, DELIVERED)
    const words = `Please take back K-${id}-12, and my wall calendar.`
    const oak = frame()
    const other = await t.placeOrder(customer, [oak, prints()], DELIVERED)
    await t.state({ orderCode: other, email: customer.email, products: oak.code }, fromNetwork())
    await t.state({ orderCode: code, email: customer.email, products: words }, fromNetwork())
    await t.server.idle()
    expect((await t.readOrder(customer, other)).withdrawals).toMatchObject([{ productCodes: [oak.code] }])
    expect((await t.readOrder(customer, code)).withdrawals).toMatchObject([
      { productCodes: [`K-${id}-12`, `K-${id}-4`] },
    ])
  })

  test('NX-132 NX-129 that names an order and its customer is part of the order, and is mailed with a text file', async () => {
    const [oak, book] = [frame(), prints()]
    const code = await t.placeOrder(customer, [oak, book], DELIVERED)
    const sent = {
      orderCode: ` #${code.toLowerCase()} `,
      email: customer.email.toUpperCase(),
      products: 'My oak frame, see www.evil.example\n<b>please</b>',
      name: 'Anna http://evil.example',
    }
    const answer = await t.state(sent, fromNetwork())
    const receipt = await read(answer)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, null])
    await t.server.idle()
    expect((await t.readOrder(customer, code)).withdrawals).toMatchObject([
      { reference: receipt.reference, productCodes: [oak.code], state: 'received', isLate: false },
    ])
    expect(t.received()).toMatchObject([
      {
        matched: true,
        orderCode: code,
        accountId: customer.accountId,
        productCodes: [oak.code],
        products: sent.products,
      },
    ])
    const [mail] = t.server.mailbox.list().filter(({ to }) => to[0]?.toLowerCase() === customer.email)
    expect(mail!.subject).toBe('We received your withdrawal')
    expect(mail!.text).toContain(receipt.reference)
    expect(mail!.text).toContain('22 November 2026 at 11:50:07')
    expect(mail!.text).toContain(`/orders/${code}`)
    // What was typed is there, and no program makes a link of it.
    for (const part of [mail!.text, mail!.html!]) {
      expect(part).not.toMatch(/evil\.example/)
      expect(part.replaceAll('\u2060', '')).toContain('www.evil.example')
    }
    expect(mail!.html).not.toMatch(/<a [^>]*evil|<b>please/)
    expect(mail!.attachments).toEqual([
      { name: `withdrawal-${receipt.reference}.txt`, text: expect.stringContaining(receipt.statement) },
    ])
    expect(
      (await expectWithdrawalError(customer, { orderCode: code, productCodes: [oak.code] })).body,
    ).toMatchObject({ reason: 'already-withdrawn', reference: receipt.reference })
  })

  test('RV-1206 an order number and a product copied from a receipt are recognised with the invisible characters in them', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak, prints()], DELIVERED)
    const copied = (text: string) => text.replaceAll(/.{4}/g, '$&\u2060')
    const products = `\u200b${copied(oak.code)}\u00ad`
    await t.state({ orderCode: copied(code), email: customer.email, products }, fromNetwork())
    await t.server.idle()
    const { withdrawals } = await t.readOrder(customer, code)
    expect(withdrawals).toMatchObject([{ productCodes: [oak.code] }])
  })

  test('RV-1071 an order is found by its letters and digits, unless two have the same', async () => {
    const id = randomUUID().toUpperCase()
    const place = (code: string) => t.placeOrder(customer, [frame()], DELIVERED, { code })
    const [only, first, second] = [await place(`R-${id}`), await place(`S-1-${id}`), await place(`S1-${id}`)]
    const read = async (code: string) => (await t.readOrder(customer, code)).withdrawals?.length ?? 0
    const state = async (orderCode: string) => {
      await t.state({ orderCode, email: customer.email }, fromNetwork())
      await t.server.idle()
    }
    await state(`r ${id.replaceAll('-', '').toLowerCase()}`)
    await state(`s1${id.replaceAll('-', '.')}`)
    expect([await read(only), await read(first), await read(second)]).toEqual([1, 0, 0])
    await state(`s1-${id.toLowerCase()}`)
    expect([await read(first), await read(second)]).toEqual([0, 1])
  })

  test.each([
    ['an unknown order', { orderCode: '4711-1655' }],
    ['an order and another address', {}],
  ])(
    'NX-132 NX-129 %s goes to the retailer as not matched, and is mailed without a link to an order',
    async (_what, more) => {
      const code = await t.placeOrder(customer, [frame()], DELIVERED)
      const email = `${randomUUID()}@keepsake.test`
      const { reference } = await read(await t.state({ orderCode: code, email, ...more }, fromNetwork()))
      await t.server.idle()
      expect((await t.readOrder(customer, code)).withdrawals).toBeUndefined()
      const [call] = t.received()
      expect(call).toMatchObject({ matched: false, reference, products: 'all', email })
      expect(call).not.toHaveProperty('accountId')
      const [mail] = t.mailsTo(email)
      expect(mail!.text).toContain(reference)
      expect(mail!.text).not.toContain('/orders/')
    },
  )

  test('NX-130 the same id and content gets the same answer once more, other content 409', async () => {
    const statement = { statementId: randomUUID(), email: `${randomUUID()}@keepsake.test` }
    const first = await read(await t.state(statement, fromNetwork()))
    expect(await read(await t.state(statement, fromNetwork()))).toEqual(first)
    expect((await t.state({ ...statement, name: 'Bert' }, fromNetwork())).status).toBe(409)
    await t.server.idle()
    expect(t.received()).toHaveLength(1)
  })

  test('NX-130 NX-129 it is mailed in time while the retailer is down, and delivered afterwards', async () => {
    t.retailer.on(putWithdrawal, () => ({ status: 503 }))
    const email = `${randomUUID()}@keepsake.test`
    const receipt = await read(await t.state({ email }, fromNetwork()))
    await t.server.idle()
    expect(t.mailsTo(email)).toHaveLength(1)
    t.accept()
    t.retailer.received.length = 0
    t.server.clock.advance(3_600_000)
    await sendDueMessages(t.server.ctx)
    expect(t.received()).toMatchObject([receipt])
  })

  test('NX-128 wrong fields are 400 with every field', async () => {
    const answer = await t.state(
      { name: ' ', orderCode: '', email: 'anna', products: 'x'.repeat(501) },
      fromNetwork(),
    )
    expect([answer.status, (await answer.json()).fields]).toEqual([
      400,
      { name: 'empty', orderCode: 'empty', email: 'not-valid', products: 'too-long' },
    ])
  })

  test('NX-128 above 30 an hour from one network it is 429 with the time to wait; refused ones do not count', async () => {
    const network = ++networks
    await t.state({ email: 'not-valid' }, fromNetwork(network))
    for (let i = 0; i < 30; i++) expect((await t.state({}, fromNetwork(network, i + 1))).status).toBe(201)
    const answer = await t.state({}, fromNetwork(network, 200))
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await t.state({}, fromNetwork())).status).toBe(201)
    t.server.clock.advance(61 * 60_000)
    expect((await t.state({}, fromNetwork(network))).status).toBe(201)
  })
})

describe('NX-126 the public page', () => {
  const open = (
    host: string,
    form?: Record<string, string>,
    headers: Record<string, string> = fromNetwork(),
  ) =>
    t.server.app.http.inject({
      method: form ? 'POST' : 'GET',
      url: '/withdraw',
      headers: { host, ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
  const HOST = 'localhost'
  const filled = {
    step: 'check',
    name: 'Anna Keller',
    orderCode: '4711-1655',
    email: 'anna.keller@example.com',
    scope: 'some',
    products: 'Oak frame 30 × 40 cm',
  }
  const readField = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]

  test('NX-126 NX-125 two steps and a receipt, without script, cookie or sign-in', async () => {
    expect((await open(HOST)).body).toContain('<h1>Withdraw from contract</h1>')
    const check = await open(HOST, filled)
    expect(check.statusCode).toBe(200)
    expect(check.body).toMatch(/<button class="primary"[^>]*>Confirm withdrawal<\/button>/)
    expect(check.body).toContain('<dd>Oak frame 30 × 40 cm</dd>')
    expect((await open(HOST, { ...filled, scope: 'all', products: '' })).body).toContain(
      '<dd>Everything that can be returned</dd>',
    )
    const statementId = readField(check.body, 'statementId')!
    const done = await open(HOST, { ...filled, step: 'confirm', statementId })
    expect([done.statusCode, done.headers['set-cookie']]).toEqual([201, undefined])
    const [reference] = /W-\w{4}-\w{4}/.exec(done.body)!
    // Pressing it again is the same statement.
    expect((await open(HOST, { ...filled, step: 'confirm', statementId })).body).toContain(reference)
    const copy = await t.server.app.http.inject({
      url: /href="(\/withdraw\/copies\/[^"]+)"/.exec(done.body)![1]!,
      headers: { host: HOST },
    })
    expect(copy.headers['content-disposition']).toBe(`attachment; filename="withdrawal-${reference}.txt"`)
    expect(copy.body).toContain(
      'I hereby withdraw from the contract of order 4711-1655 for:\nOak frame 30 × 40 cm',
    )
    t.server.clock.advance(24 * 3_600_000 + 1)
    const later = await t.server.app.http.inject({
      url: `/withdraw/copies/${statementId}`,
      headers: { host: HOST },
    })
    expect(later.statusCode).toBe(404)
    const back = await open(HOST, { ...filled, step: 'edit' })
    expect(back.body).toContain('value="4711-1655"')
    await t.server.idle()
    expect(t.received().filter(call => call.withdrawalId === statementId)).toHaveLength(1)
  })

  test('NX-128 a line break counts as one character, as in the field, and is sent on as one', async () => {
    const products = `${'Oak frame\r\n'.repeat(49)}${'x'.repeat(10)}`
    expect(products.replaceAll('\r\n', '\n')).toHaveLength(500)
    const check = await open(HOST, { ...filled, products })
    expect(check.statusCode).toBe(200)
    const statementId = readField(check.body, 'statementId')!
    expect((await open(HOST, { ...filled, products, step: 'confirm', statementId })).statusCode).toBe(201)
    await t.server.idle()
    const [sent] = t.received().filter(call => call.withdrawalId === statementId) as { products?: string }[]
    expect(sent?.products).toBe(products.replaceAll('\r\n', '\n'))
  })

  test('NX-128 what is wrong is named at its field and above, the first one has the focus, and what was typed stays', async () => {
    const page = await open(HOST, { ...filled, email: 'anna', orderCode: '', products: '' })
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain('value="Anna Keller"')
    expect([...page.body.matchAll(/<a href="#([\w-]+)">/g)].map(([, id]) => id)).toEqual([
      'orderCode',
      'email',
      'products',
    ])
    expect(
      [...page.body.matchAll(/<(?:input|textarea) id="([\w-]+)"[^>]* autofocus/g)].map(([, id]) => id),
    ).toEqual(['orderCode'])
    expect(page.body.match(/aria-invalid="true"/g)).toHaveLength(3)
    expect((await open(HOST, {})).statusCode).toBe(400)
  })

  test('NX-128 NX-126 above the limit the page has the time to wait and the other ways, and keeps the statement', async () => {
    const network = ++networks
    for (let i = 0; i < 30; i++) await t.state({}, fromNetwork(network))
    const page = await open(HOST, { ...filled, step: 'confirm' }, fromNetwork(network))
    expect([page.statusCode, Number(page.headers['retry-after']) > 0]).toEqual([429, true])
    expect(page.body).toContain('Please try again later')
    expect(page.body).toContain('value="4711-1655"')
  })

  test.each(brands.filter(({ host }) => !findHostRedirect(host)))(
    'NX-126 $id has it in its language, with its statutory words and a link in the legal line',
    async brand => {
      const text = getTranslator(brand.locale)
      const page = (await open(brand.localHost)).body
      expect(page).toContain(`<h1>${text('withdrawal.link')}</h1>`)
      expect(page).toContain(`<html lang="${brand.locale}">`)
      expect(page).toContain(`<a href="/withdraw">${text('withdrawal.link')}</a>`)
      expect((await open(brand.localHost, filled)).body).toContain(`>${text('withdrawal.confirm')}</button>`)
    },
  )
})
