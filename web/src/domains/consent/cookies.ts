/** Loads the value of a cookie that scripts can read. */
export function readCookie(name: string): string | undefined {
  return listCookies().find(cookie => cookie.name === name)?.value
}

/** Sets a cookie: 'name=value; path=/…'. */
export function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have the Cookie Store API only since 2025.
  document.cookie = cookie
}

/** Returns the parent domain if this host is below it; undefined on other hosts, such as a developer's machine. */
export function getCookieDomain(parentDomain: string): string | undefined {
  const { hostname } = location
  return hostname === parentDomain || hostname.endsWith(`.${parentDomain}`) ? parentDomain : undefined
}

/** Deletes the cookies and entries of the local storage of these names; a `*` at the end stands for any rest. */
export function deleteStoredData(names: readonly string[], parentDomain: string): void {
  const isNamed = (key: string) =>
    names.some(name => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name))
  const domain = getCookieDomain(parentDomain)
  for (const { name } of listCookies().filter(cookie => isNamed(cookie.name))) {
    const expiredCookie = `${name}=; path=/; expires=${new Date(0).toUTCString()}`
    writeCookie(expiredCookie)
    if (domain) writeCookie(`${expiredCookie}; domain=${domain}`)
  }
  for (const key of Object.keys(localStorage).filter(isNamed)) localStorage.removeItem(key)
}

function listCookies(): { name: string; value: string }[] {
  return document.cookie
    .split('; ')
    .filter(Boolean)
    .map(cookie => {
      const [name = '', ...value] = cookie.split('=')
      return { name, value: value.join('=') }
    })
}
