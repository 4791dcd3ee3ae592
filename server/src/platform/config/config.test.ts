import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('RV-605 addresses of services', () => {
  test('without any all services are on the own origin', () => {
    expect(readConfig({}).serviceAddresses).toEqual({})
  })

  test('single services are elsewhere, with or without a path', () => {
    const text = ' photoManagement=https://photos.example/api/ ,push=http://localhost:9000,'
    expect(readConfig({ SERVICE_ADDRESSES: text }).serviceAddresses).toEqual({
      photoManagement: 'https://photos.example/api',
      push: 'http://localhost:9000',
    })
  })

  test.each([
    ['photos=https://photos.example', 'is not service=address; services: photoManagement, '],
    ['https://photos.example', 'is not service=address'],
    ['toString=https://photos.example', 'is not service=address'],
    ['session=https://photos.example', 'names a service that stays on the own origin of the page'],
    ['push=https://a.example,push=https://b.example', 'names a service that has an address already'],
    ['push=photos.example', 'is not a URL'],
    ['push=/api/push', 'is not a URL'],
    ['push=http://photos.example', 'is neither https nor on this machine'],
    ['push=ftp://photos.example', 'is neither https nor on this machine'],
    ['push=javascript:alert(1)', 'does not have a plain host name'],
    ['push=https://*.example', 'does not have a plain host name'],
    ["push=https://a.example;script-src'", 'does not have a plain host name'],
    ['push=https://name:secret@photos.example', 'has more than origin and path'],
    ['push=https://photos.example/?key=1', 'has more than origin and path'],
  ])('%s stops the start and says why', (SERVICE_ADDRESSES, reason) => {
    const read = () => readConfig({ SERVICE_ADDRESSES })
    expect(read).toThrow(/^Configuration is not valid:\n/)
    expect(read).toThrow('SERVICE_ADDRESSES')
    expect(read).toThrow(reason)
    expect(read).not.toThrow('secret')
  })
})

describe('RV-605 further origins of pages', () => {
  test('are read per purpose', () => {
    const { pageOrigins } = readConfig({
      PAGE_SCRIPT_ORIGINS: 'https://consent.example',
      PAGE_FRAME_ORIGINS: 'https://pay.example, https://pay2.example:8443',
    })
    expect(pageOrigins).toEqual({
      scripts: ['https://consent.example'],
      images: [],
      connections: [],
      frames: ['https://pay.example', 'https://pay2.example:8443'],
      forms: [],
    })
  })

  test.each([
    ['https://pay.example/frame', 'is not an origin: no path'],
    ['https://pay.example/', 'is not an origin: no path'],
    ['https://*.pay.example', 'does not have a plain host name'],
    ['*', 'is not a URL'],
    ['pay.example', 'is not a URL'],
    ['https:', 'is not a URL'],
    ["'unsafe-inline'", 'is not a URL'],
    ['http://pay.example', 'is neither https nor on this machine'],
    ['data:', 'does not have a plain host name'],
  ])('%s stops the start and says why', (PAGE_FRAME_ORIGINS, reason) => {
    const read = () => readConfig({ PAGE_FRAME_ORIGINS })
    expect(read).toThrow('PAGE_FRAME_ORIGINS')
    expect(read).toThrow(`entry 1 ${reason}`)
  })
})

test('0086 bounces need a domain and a port', () => {
  const BOUNCE_DOMAIN = 'Bounce.example.com'
  expect(readConfig({}).bounces).toBeNull()
  expect(readConfig({ BOUNCE_DOMAIN, BOUNCE_PORT: '2525' }).bounces).toEqual({
    domain: 'bounce.example.com',
    port: 2525,
  })
  for (const one of [{ BOUNCE_DOMAIN }, { BOUNCE_PORT: '2525' }])
    expect(() => readConfig(one)).toThrow('only valid together with')
  for (const wrong of ['bounce example', 'a@b.example', ''])
    expect(() => readConfig({ BOUNCE_DOMAIN: wrong, BOUNCE_PORT: '2525' })).toThrow('BOUNCE_DOMAIN')
})

describe('RV-888 traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://10.0.0.9:4318'

  test('there are none without an address', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'photos' }).tracing).toBeNull()
  })

  test('headers are percent-encoded', () => {
    const headers = 'authorization=Basic%20abc%3D, x-scope = 7,'
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers }
    expect(readConfig(env).tracing).toEqual({
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: { authorization: 'Basic abc=', 'x-scope': '7' },
      serviceName: 'keepsake',
      ratio: 0.01,
    })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=secret%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,two words=secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%0d%0ab: c'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('%s=%s stops the start without the value in its message', (variable, value) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(variable)
    expect(read).not.toThrow('secret')
  })
})
