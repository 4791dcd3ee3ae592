// The stand-in for an analytics provider: sends each event with an id of the visitor that it keeps in a cookie.
const { send } = window.keepsakeStandIn
const { key, locale } = document.currentScript.dataset
const COOKIE = '_standin_visitor'
const known = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(document.cookie)
const visitor = known?.[1] ?? crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: every browser has it.
document.cookie = `${COOKIE}=${visitor}; path=/; max-age=31536000; samesite=lax`
localStorage.setItem('_standin_seen', new Date().toISOString())

document.addEventListener('keepsake:tracked', ({ detail }) =>
  send('analytics', { key, locale, visitor, ...detail }),
)
// A provider that tells how long a page is open.
setInterval(() => send('analytics', { key, locale, visitor, name: 'ping' }), 15_000)
