import { expect, test } from 'vitest'
import { brands, defaultBrand } from '#brands/index.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

/*
 * Acceptance point 6 of the design of issue 28: forms of a Host header in production. What mails contain is tested with every
 * kind of mail (domains/mails/email-links.test.ts).
 */

const { host } = defaultBrand
const config = { publicOrigin: `https://${host}`, trustedProxies: { networks: ['127.0.0.0/8'] } }
const server = closeAfterAll(await testServer({ config, work: false }))

const request = async (headers: Record<string, string>, url = '/config.json') =>
  (await server.app.http.inject({ url, headers: { 'x-forwarded-proto': 'https', ...headers } })).statusCode

const FOREIGN_HOSTS = [
  ...['dev.', 'test.', 'acc.', 'staging.', 'www.', 'evil.'].map(prefix => prefix + host),
  ...['localhost', 'localhost:443', 'localhost:3000', 'keepsake-gb.localhost', 'a.localhost'],
  ...['127.0.0.1', '127.1', '127.0.0.1:3000', '127.9.9.9:443', '0.0.0.0', '10.0.0.1', '2130706433'],
  ...['[::1]', '[::1]:443', '[::]', '[::ffff:127.0.0.1]'],
  ...[`${host}:80`, `${host}:6666`, `${host}:3000`],
  ...['evil.example', 'dev.evil.example', `${host}.evil.example`, `evil.example:443`, 'my.keepsake.test'],
]

test.each(FOREIGN_HOSTS)('NX-330 in production %s is 421 on pages and at the sign-in', async foreign => {
  for (const url of ['/', '/config.json', '/session/sign-in?returnTo=/', '/identity/auth'])
    expect([url, await request({ host: foreign }, url)]).toEqual([url, 421])
  // A proxy that passes on what the client claims.
  expect(await request({ host, 'x-forwarded-host': foreign })).toBe(421)
})

test('NX-330 in production the hosts of the brands are answered, in upper case and with the port of the scheme, too', async () => {
  expect(FOREIGN_HOSTS.length).toBeGreaterThanOrEqual(30)
  for (const brand of brands)
    for (const own of [brand.host, brand.host.toUpperCase(), `${brand.host}:443`])
      expect([own, await request({ host: own })]).not.toEqual([own, 421])
})
