import { expect, test } from 'vitest'
import { getOrders, getOrdersByArticles } from './orders.ts'
import { getProjects } from './projects.ts'

test('AA-120 a call answers 100 orders, 10 orders by article, and 10 saved projects, unless it asks for other numbers', () => {
  expect(getOrders.query.parse({})).toMatchObject({ Limit: 100, Offset: 0 })
  expect(getOrdersByArticles.query.parse({})).toMatchObject({ limit: 10 })
  expect(getProjects.query.parse({})).toMatchObject({ limit: 10, skip: 0 })
})
