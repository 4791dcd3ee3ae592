import { afterEach, expect, test } from 'vitest'
import { SWITCHABLE_ROUTES } from '#contract/brands.ts'
import { PATHS } from './paths.ts'
import { isRouteEnabled, setSwitchedOffRoutes } from './switched-off-routes.ts'

afterEach(() => setSwitchedOffRoutes({}))

test('RV-845 a switched-off route is off with all paths below it, and no other', () => {
  setSwitchedOffRoutes({ onlineProducts: false })
  for (const path of ['/online-products', '/Online-Products/', '/online-products/4711'])
    expect([path, isRouteEnabled(path)]).toEqual([path, false])
  for (const path of ['/', '/orders', '/online-products-of-others', '/my-photos/photos'])
    expect([path, isRouteEnabled(path)]).toEqual([path, true])
})

test('RV-845 AA-027 without a menu every route is on', () => {
  for (const name of SWITCHABLE_ROUTES) expect(isRouteEnabled(PATHS[name])).toBe(true)
})
