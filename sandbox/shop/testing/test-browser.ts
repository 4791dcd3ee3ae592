/** A browser without scripts: stores cookies, follows redirects and submits forms. */
export class TestBrowser {
  private origin: string
  private readonly cookies = new Map<string, string>()
  /** The current page. */
  path = ''
  status = 0
  html = ''
  headers = new Headers()

  constructor(origin: string) {
    this.origin = origin
  }

  /** The shop is at another origin after a restart; the cookies stay. */
  moveTo(origin: string): void {
    this.origin = origin
  }

  /** Opens an address and follows redirects within the shop. */
  async open(path: string, init: RequestInit = {}): Promise<this> {
    const answer = await this.send(path, init)
    const to = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && to?.startsWith('/')) return this.open(to)
    this.path = path
    this.status = answer.status
    this.headers = answer.headers
    this.html = await answer.text()
    return this
  }

  /** Sends one request with the cookies; does not follow redirects. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(new URL(path, this.origin), { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      this.cookies.set(name!, value!)
    }
    return answer
  }

  /** Submits the form with this action and its current values, some of them changed; '' is a form without action. */
  async submit(
    action: string,
    changed: Record<string, string> = {},
    headers: HeadersInit = {},
  ): Promise<this> {
    return this.open(action || this.path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...this.fields(action), ...changed }).toString(),
    })
  }

  /** The current values of a form's fields. */
  fields(action: string): Record<string, string> {
    const form = this.html
      .split('<form ')
      .slice(1)
      .find(each => decode(/action="([^"]*)"/.exec(each)?.[1] ?? '') === action)
    if (form === undefined) throw new Error(`There is no form ${action} at ${this.path}`)
    const formHtml = form.split('</form>')[0]!
    const fields: Record<string, string> = {}
    for (const [input] of formHtml.matchAll(/<input[^>]*>/g))
      if (!/type="(radio|checkbox)"/.test(input) || input.includes(' checked'))
        fields[/name="([^"]*)"/.exec(input)![1]!] = decode(/value="([^"]*)"/.exec(input)?.[1] ?? '')
    for (const [, name, options] of formHtml.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
      fields[name!] = /value="([^"]*)" selected/.exec(options!)?.[1] ?? ''
    return fields
  }

  /** The visible text of the page. */
  get text(): string {
    const body = this.html.slice(this.html.indexOf('<main'))
    return decode(body.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim()
  }
}

const decode = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
