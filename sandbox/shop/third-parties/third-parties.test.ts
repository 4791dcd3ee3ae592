import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import { SHOP_ORIGIN, TestShop } from '../testing/test-shop.testing.ts'
import texts from './texts.json' with { type: 'json' }

let t: TestShop
beforeAll(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterAll(() => t.close())

const url = (path: string) => `${t.shop.origin}${path}`
const post = (name: string, body: string) =>
  fetch(url(`/third-parties/${name}/records`), { method: 'POST', body })

test.each(['consent', 'analytics', 'feedback', 'chat'])(
  'AA-036 the stand-in for %s is a script that pages of another origin may load',
  async name => {
    const response = await fetch(url(`/third-parties/${name}.js`))
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const script = await response.text()
    expect(script).toContain(SHOP_ORIGIN)
    expect(() => new Function(script)).not.toThrow()
  },
)

test('RV-832 the texts have no straight apostrophe', () => {
  expect(JSON.stringify(texts)).not.toContain("'")
})

test('AA-038 what a stand-in receives is recorded', async () => {
  const sent = await post('analytics', JSON.stringify({ key: 'k', name: 'page-viewed', page: '/orders' }))
  expect(sent.status).toBe(204)
  expect(await (await fetch(url('/back-office/third-parties'))).json()).toEqual([
    { thirdParty: 'analytics', at: t.now.toISOString(), key: 'k', name: 'page-viewed', page: '/orders' },
  ])
})

test.each([
  ['no JSON', 'analytics', '{', 400],
  ['a list', 'analytics', '[]', 400],
  ['a nested value', 'chat', '{"a":{}}', 400],
  ['an unknown third party', 'ads', '{}', 404],
])('AA-038 %s is refused', async (_, name, body, status) => {
  expect((await post(name, body)).status).toBe(status)
})

test('AA-036 the stand-ins have the same texts in every language of the brands', () => {
  expect(new Set(Object.keys(texts))).toEqual(new Set(LOCALES.map(locale => locale.slice(0, 2))))
  const ids = Object.keys(texts.en).sort()
  for (const catalogue of Object.values(texts)) expect(Object.keys(catalogue).sort()).toEqual(ids)
})
