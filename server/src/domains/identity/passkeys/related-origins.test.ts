import { describe, expect, test } from 'vitest'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { startTestApp } from '../testing/test-app.ts'

const app = closeAfterAll(await startTestApp())

async function getOrigins(publicOrigin: string, host: string) {
  const http = await app.sibling({ config: { ...app.ctx.config, publicOrigin } })
  const answer = await http.inject({ url: '/.well-known/webauthn', headers: { host } })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

describe('NX-335 /.well-known/webauthn', () => {
  test('NX-335 names the origins of the vendor at the host of its RP ID, and is 404 at its other hosts', async () => {
    const { status, headers, body } = await getOrigins('https://my.keepsake.example', 'my.keepsake.example')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(body.origins.toSorted()).toEqual([
      'https://my.keepsake-espana.example',
      'https://my.keepsake-ireland.example',
      'https://my.keepsake-italia.example',
      'https://my.keepsake-portugal.example',
      'https://my.keepsake.example',
    ])
    const elsewhere = await getOrigins('https://my.keepsake.example', 'my.keepsake-ireland.example')
    expect(elsewhere.status).toBe(404)
  })

  test('NX-335 an environment has its own, with its port; hosts that redirect are left out', async () => {
    const origin = 'https://test.my.snapbook.example:8443'
    const { body } = await getOrigins(origin, 'test.my.snapbook.example:8443')
    expect(body.origins.toSorted()).toEqual(
      [origin, 'https://test.my.snapbook-deutschland.example:8443'].toSorted(),
    )
    const { body: other } = await getOrigins('https://my-acc.herzbild.example', 'my-acc.herzbild.example')
    expect(other.origins.toSorted()).toEqual([
      'https://my-acc.herzbild-austria.example',
      'https://my-acc.herzbild.example',
    ])
  })
})
