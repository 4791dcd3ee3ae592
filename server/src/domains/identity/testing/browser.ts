import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

interface Cookie {
  name: string
  value: string
  path: string
  domain: string
  hostOnly: boolean
}

export interface SetCookie extends Cookie {
  attributes: Map<string, string>
}

/** A minimal browser: cookies by host and path, redirects on request, forms with their CSRF tokens. */
export class Browser {
  readonly app: FastifyInstance
  readonly host: string
  private readonly scheme: 'http' | 'https'
  private jar: Cookie[]
  /** Sent with every request. */
  private readonly headers: Record<string, string>
  /** Every cookie that was ever set, to assert its attributes. */
  readonly setCookies: SetCookie[] = []

  constructor(
    app: FastifyInstance,
    host = 'localhost',
    scheme: 'http' | 'https' = 'http',
    jar: Cookie[] = [],
    headers: Record<string, string> = {},
  ) {
    this.headers = headers
    this.scheme = scheme
    this.app = app
    this.host = host
    this.jar = jar
  }

  get origin(): string {
    return `${this.scheme}://${this.host}`
  }

  /** The same browser on another host. */
  onHost(host: string): Browser {
    return new Browser(this.app, host, this.scheme, [...this.jar], this.headers)
  }

  /** Another browser with the same cookies: an attacker, or a concurrent tab; also at another process of the server. */
  copy(app = this.app): Browser {
    return new Browser(app, this.host, this.scheme, [...this.jar], this.headers)
  }

  /** A browser without cookies on the same host. */
  withoutCookies(): Browser {
    return new Browser(this.app, this.host, this.scheme)
  }

  get(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.request('GET', path, headers)
  }

  submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: this.origin }
    return this.request('POST', path, { ...form, ...headers }, new URLSearchParams(fields).toString())
  }

  /** Opens a page and submits its form. */
  async submitPage(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const check = readCsrfToken((await this.get(path)).body)
    return this.submit(path, { check, ...fields }, headers)
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const json = { 'content-type': 'application/json', 'x-keepsake-session': '1', origin: this.origin }
    return this.request('POST', path, { ...json, ...headers }, JSON.stringify(body))
  }

  /** Posts bytes of any type, as no page does. */
  postBytes(path: string, type: string, bytes: Uint8Array): Promise<LightMyRequestResponse> {
    const headers = { 'content-type': type, 'x-keepsake-session': '1', origin: this.origin }
    return this.request('POST', path, headers, Buffer.from(bytes))
  }

  /** Follows redirects on the same host to a page, or to the first address for which `until` is true. */
  async follow(path: string, until: (url: URL) => boolean = () => false) {
    let url = new URL(path, this.origin)
    for (let hops = 0; hops < 10; hops++) {
      if (until(url)) return { url, answer: null }
      const answer = await this.get(url.pathname + url.search)
      if (answer.statusCode < 300 || answer.statusCode >= 400) return { url, answer }
      url = new URL(answer.headers.location!, url)
    }
    throw new Error(`Too many redirects, last ${url}`)
  }

  cookie(name: string): string | undefined {
    return this.jar.find(each => each.name === name)?.value
  }

  replaceCookie(name: string, value: string): void {
    const cookie = this.jar.find(each => each.name === name)
    if (!cookie) throw new Error(`There is no cookie ${name}`)
    this.jar = this.jar.map(each => (each === cookie ? { ...cookie, value } : each))
  }

  /** Copies a cookie of a browser on another host to this host, as only an attacker can. */
  copyCookie(name: string, path: string, from: Browser): void {
    const value = from.cookie(name)
    if (value === undefined) throw new Error(`There is no cookie ${name}`)
    this.jar.push({ name, value, path, domain: this.host.replace(/:\d+$/, ''), hostOnly: true })
  }

  /** Sets a cookie of this host, as a sibling host can. */
  plantCookie(name: string, value: string): void {
    this.jar = this.jar.filter(each => each.name !== name)
    this.jar.push({ name, value, path: '/', domain: this.host.replace(/:\d+$/, ''), hostOnly: true })
  }

  removeCookie(name: string): void {
    this.jar = this.jar.filter(each => each.name !== name)
  }

  /** The cookies of all paths, as a header. */
  get cookieHeader(): string {
    return this.jar.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  private async request(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: string | Buffer,
  ) {
    const sentCookies = this.jar
      .filter(each => this.sendsTo(each, path))
      .map(({ name, value }) => `${name}=${value}`)
    const answer = await this.app.inject({
      method,
      url: path,
      payload,
      headers: {
        host: this.host,
        ...(sentCookies.length ? { cookie: sentCookies.join('; ') } : {}),
        ...this.headers,
        ...headers,
      },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.storeCookie(line, path)
    return answer
  }

  private sendsTo(cookie: Cookie, path: string): boolean {
    const name = this.host.replace(/:\d+$/, '')
    const host = cookie.hostOnly
      ? cookie.domain === name
      : name === cookie.domain || name.endsWith(`.${cookie.domain}`)
    const at = path.split('?')[0]!
    return host && (at === cookie.path || at.startsWith(cookie.path.replace(/\/?$/, '/')))
  }

  private storeCookie(line: string, requestPath: string): void {
    const [pair = '', ...rest] = line.split('; ')
    const [name = '', value = ''] = splitOnce(pair)
    const attributes = new Map(
      rest.map(each => splitOnce(each)).map(([key, text = '']) => [key!.toLowerCase(), text]),
    )
    const domain = attributes.get('domain')
    const path = attributes.get('path') ?? requestPath.replace(/\/[^/]*$/, '')
    const cookie = { name, value, path, domain: domain ?? this.host.replace(/:\d+$/, ''), hostOnly: !domain }
    this.setCookies.push({ ...cookie, attributes })
    this.jar = this.jar.filter(
      each => !(each.name === name && each.path === path && each.domain === cookie.domain),
    )
    const isExpired = attributes.get('max-age') === '0' || Date.parse(attributes.get('expires') ?? '') <= 0
    if (!isExpired) this.jar.push(cookie)
  }
}

function splitOnce(text: string): string[] {
  const at = text.indexOf('=')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Reads the CSRF token in a page's form. */
export function readCsrfToken(page: string): string {
  const csrfToken = /name="check" value="([^"]+)"/.exec(page)?.[1]
  if (!csrfToken) throw new Error(`There is no form on this page: ${page.slice(0, 400)}`)
  return csrfToken
}
