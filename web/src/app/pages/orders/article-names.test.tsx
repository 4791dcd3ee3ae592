// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ARTICLE_NAMES_QUERY } from '#contract/merchandise.ts'
import type { Order } from '#contract/orders.ts'
import { articleForTests, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import {
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

const reported = vi.hoisted(() => [] as unknown[])
vi.mock('#web/platform/reporting/reporting.ts', () => ({
  reportFailure: (error: unknown) => reported.push(error),
}))

const CODE = '4711-2140'
const SHOP = 'https://www.keepsake.example'
const CHANNEL = channelForTests({
  Articles: [
    articleForTests('BOOK-21', 'Photo book 21 × 21 cm', { Links: [{ Rel: 'shop', Url: `${SHOP}/books` }] }),
    articleForTests('POSTER-30', 'Map poster 30 × 40 cm', {
      Visible: false,
      Links: [{ Rel: 'shop', Url: `${SHOP}/posters` }],
    }),
    articleForTests('PRINT-10', 'Prints 10 × 15 cm', {
      Links: [
        { Rel: 'help', Url: `${SHOP}/help` },
        { Rel: 'shop', Url: 'https://elsewhere.example/prints' },
      ],
    }),
  ],
})
const BOOK = productForTests({ code: 'P-1', article: 'BOOK-21', title: 'Coast to coast', price: 3495 })
const POSTER = productForTests({ code: 'P-2', article: 'POSTER-30', title: 'POSTER-30' })
const PRINTS = productForTests({
  ...{ code: 'P-3', article: 'PRINT-10', title: '24 prints', description: 'Prints 10 × 15 cm, glossy' },
})

let service: OrderService
beforeEach(() => {
  reported.length = 0
})

function serve(order: Partial<Order> = {}) {
  service = orderService([orderForTests({ products: [BOOK, POSTER, PRINTS], ...order })])
  service.channel = CHANNEL
}
/** Rows of the products on the order's page. */
const rows = async () =>
  within(await screen.findByRole('region', { name: /^Products/ }))
    .getAllByRole('listitem')
    .map(row => row.textContent)

describe('AA-112 OP-86 the page of an order', () => {
  test('names the articles; what the order says already is not said twice; leads to those that the shop shows', async () => {
    serve()
    renderOrders(`/orders/${CODE}`)
    await screen.findByText('Photo book 21 × 21 cm')
    expect(await rows()).toEqual([
      'Coast to coast£34.95Photo book 21 × 21 cmProduct P-1View in the shop',
      'Map poster 30 × 40 cmProduct P-2No longer in the shop',
      '24 printsPrints 10 × 15 cm, glossyProduct P-3',
    ])
    const link = await screen.findByRole('link', { name: 'View Coast to coast in the shop' })
    expect(link.getAttribute('href')).toBe(`${SHOP}/books`)
    expect(screen.queryByRole('link', { name: /View (Map poster|24 prints)/ })).toBeNull()
  })

  test('prices of an order without a total are in the currency of the channel', async () => {
    serve({ total: undefined })
    service.channel = { ...CHANNEL, Currency: 'SEK' }
    renderOrders(`/orders/${CODE}`)
    expect(await screen.findByText(/^SEK\s34\.95$/)).toBeTruthy()
  })

  test('shows the words of the order at once, and boxes for names that are not known yet', async () => {
    serve()
    const channel = Promise.withResolvers<void>()
    service.holdChannel = channel.promise
    renderOrders(`/orders/${CODE}`)
    expect(await rows()).toEqual([
      'Coast to coast£34.95Product P-1',
      'Product P-2',
      '24 printsPrints 10 × 15 cm, glossyProduct P-3',
    ])
    channel.resolve()
    expect(await screen.findByText('Map poster 30 × 40 cm')).toBeTruthy()
  })
})

test('AA-112 an article that the channel has no longer is called by the words of the order, else by its code', async () => {
  serve({
    products: [
      { ...BOOK, article: 'BOOK-OLD', description: 'Linen cover' },
      { ...BOOK, article: 'BOOK-OLD', code: 'P-4' },
    ],
  })
  renderOrders(`/orders/${CODE}`)
  await screen.findByText('BOOK-OLD')
  expect(await rows()).toEqual([
    'Coast to coast£34.95Linen coverProduct P-1',
    'Coast to coast£34.95BOOK-OLDProduct P-4',
  ])
})

describe('AA-112 a channel that was not sent', () => {
  test('is reported once as Channel Not Found; codes are shown, and the page works', async () => {
    serve()
    service.channel = null
    service.reorder = { reorderable: true, currency: 'GBP', items: [] }
    renderOrders(`/orders/${CODE}`)
    await screen.findByText('BOOK-21')
    expect(await rows()).toEqual([
      'Coast to coast£34.95BOOK-21Product P-1',
      'POSTER-30Product P-2',
      '24 printsPRINT-10 · Prints 10 × 15 cm, glossyProduct P-3',
    ])
    await waitFor(() => expect(reported).toEqual([new Error('Channel Not Found')]))
    fireEvent.click(screen.getAllByRole('button', { name: 'Order again' })[0]!)
    expect(await screen.findByRole('dialog', { name: `Order ${CODE} again` })).toBeTruthy()
    expect(reported).toHaveLength(1)
  })

  test('a service that fails is like it, and other answers are none', async () => {
    serve()
    service.failing = 'merchandise'
    renderOrders(`/orders/${CODE}`)
    expect(await screen.findByText('BOOK-21')).toBeTruthy()
    expect(reported).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('AA-112 OP-86 other screens of orders', () => {
  test('the list names products without a title of their own; one request serves list and order', async () => {
    serve()
    renderOrders('/orders')
    const link = await screen.findByRole('link', {
      name: 'Coast to coast, Map poster 30 × 40 cm and 24 prints',
    })
    fireEvent.click(link)
    await screen.findByText('Photo book 21 × 21 cm')
    expect(service.channelRequests).toEqual([
      { query: ARTICLE_NAMES_QUERY, variables: { id: 'KEEPSAKE-GB' } },
    ])
  })

  test('a card has the code of its order until the names are there', async () => {
    serve()
    service.holdChannel = new Promise(() => {})
    renderOrders('/orders')
    expect(await screen.findByRole('link', { name: `Order ${CODE}` })).toBeTruthy()
  })

  test('the dialog of ordering again names articles, and leads to the shop where only the photos are gone', async () => {
    serve()
    service.reorder = {
      reorderable: true,
      items: [
        { code: 'P-1', state: 'gone', was: 3495, changes: ['photos'] },
        { code: 'P-2', state: 'gone', was: 100, changes: ['article'] },
        { code: 'P-3', state: 'same', was: 720, now: 720, changes: [] },
      ],
    }
    service.channel = { ...CHANNEL, Currency: 'EUR' }
    renderOrders(`/orders/${CODE}`)
    await screen.findByText('Photo book 21 × 21 cm')
    fireEvent.click(screen.getAllByRole('button', { name: 'Order again' })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() =>
      expect(dialog.getAllByRole('listitem').map(each => each.textContent)).toEqual([
        'Coast to coastPhoto book 21 × 21 cmView in the shopPhotos deleted',
        'Map poster 30 × 40 cmNo longer available',
        '24 printsPrints 10 × 15 cm, glossy€7.20Same price',
      ]),
    )
    expect(dialog.getByRole('link', { name: 'View Coast to coast in the shop' })).toBeTruthy()
  })

  test('without orders the list leads to the shop of the channel', async () => {
    service = orderService([])
    service.channel = { ...CHANNEL, ShopUrl: `${SHOP}/gb/start` }
    renderOrders('/orders')
    const shop = await screen.findByRole('link', { name: 'Visit the shop' })
    await waitFor(() => expect(shop.getAttribute('href')).toBe(`${SHOP}/gb/start`))
  })

  test('an address that is at no shop of the brand is not opened', async () => {
    service = orderService([])
    service.channel = { ...CHANNEL, ShopUrl: 'https://elsewhere.example/' }
    renderOrders('/orders')
    const shop = await screen.findByRole('link', { name: 'Visit the shop' })
    await waitFor(() => expect(service.channelRequests).toHaveLength(1))
    expect(shop.getAttribute('href')).toBe(SHOP)
  })
})
