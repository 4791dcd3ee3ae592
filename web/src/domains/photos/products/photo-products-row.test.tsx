// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PhotoProducts } from '#contract/photo-products.ts'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { NO_PRODUCTS } from '../library.testing.ts'
import { PhotoProductsRow } from './photo-products-row.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children }: { to: string; params?: Record<string, string>; children: string }) => (
    <a href={to.replace('$orderCode', params?.orderCode ?? '')}>{children}</a>
  ),
}))

const IMAGE = { imageId: '0a3c0000-0000-4000-8000-000000000000' }
let answer: PhotoProducts
let asked: unknown[]
beforeEach(() => {
  asked = []
  answerCalls(({ body }) => {
    asked.push(body)
    return Response.json(answer)
  })
})

function show() {
  renderElement(
    <dl>
      <PhotoProductsRow image={IMAGE} />
    </dl>,
  )
}

test('0074 the details of a photo name its products, with links to orders and projects', async () => {
  answer = {
    ...NO_PRODUCTS,
    productsCount: 22,
    products: [
      {
        kind: 'order',
        code: 'K-1-1',
        title: 'Photo book',
        orderCode: 'K-1',
        orderedAt: '2026-05-03T10:00:00Z',
      },
      { kind: 'project', code: 'p-1', title: 'Norway', orderCode: null, orderedAt: null },
    ],
  }
  show()
  await screen.findByText('In 22 products')
  expect(screen.getByRole('link', { name: 'Photo book' }).getAttribute('href')).toBe('/orders/K-1')
  expect(screen.getByText('Ordered 3 May 2026')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Norway' }).getAttribute('href')).toBe('/saved-projects')
  expect(screen.getByText('and 20 more')).toBeDefined()
  expect(asked).toEqual([{ selection: { photoIds: [IMAGE.imageId] } }])
})

test('0074 a photo of no product has no such row', async () => {
  answer = NO_PRODUCTS
  show()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(document.querySelector('dt')).toBeNull()
})
