/** The styles of the mailbox pages, light and dark; independent of brands. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --accent: #0f766e; --soft: #e3f2f0; --soft-ink: #0b5f58; --bg: #fff; --surface: #f6f6f4;
  --line: #e4e3df; --ink: #1b1a18; --ink-2: #5f5d58 }
@media (prefers-color-scheme: dark) { :root { --accent: #6fd6cb; --soft: #123331; --soft-ink: #6fd6cb; --bg: #131312;
  --surface: #1c1c1a; --line: #33322f; --ink: #f3f2ef; --ink-2: #b5b3ad } }
* { box-sizing: border-box; margin: 0 }
body { font: 400 15px/1.5 'Figtree Variable', system-ui, sans-serif; background: var(--bg); color: var(--ink);
  font-variant-numeric: tabular-nums; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere }
main { max-width: 920px; margin: 0 auto; padding: 32px 24px 64px }
a { color: inherit; text-decoration: none }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
h1 { font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -.02em }
h2 { font-size: 20px; font-weight: 620 }
.title { display: flex; align-items: baseline; gap: 12px; margin-bottom: 16px }
.count, time, .to, dt { color: var(--ink-2); font-size: 14px }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border-radius: 22px;
  background: var(--surface); font-weight: 600 }
.title .button { margin-left: auto; align-self: center }
.button:hover, .mails a:hover { background: color-mix(in srgb, var(--surface) 60%, var(--line)) }
.mails { list-style: none; padding: 0; border-top: 1px solid var(--line) }
.mails li { border-bottom: 1px solid var(--line) }
.mails a { display: grid; grid-template-columns: 40px minmax(0, 1fr) auto; column-gap: 16px; padding: 14px 12px; margin: 0 -12px;
  border-radius: 10px }
.mails a:hover { background: var(--surface) }
.avatar { width: 40px; height: 40px; border-radius: 50%; background: var(--soft); color: var(--soft-ink); display: grid;
  place-items: center; font-weight: 620 }
.mails .avatar { grid-row: 1 / 4; align-self: center }
.who { font-weight: 600 }
.what { grid-column: 2 / 4; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.what b { font-weight: 550 }
.what span { color: var(--ink-2) }
.to { grid-column: 2 / 4 }
.back { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; color: var(--accent); font-weight: 600 }
article h1 { margin: 4px 0 16px }
.envelope { display: grid; grid-template-columns: 40px minmax(0, 1fr) auto; gap: 16px; margin-bottom: 20px }
dl div { display: flex; gap: 8px }
dt { flex: 0 0 40px; line-height: 22px }
iframe { display: block; width: 100%; height: max(420px, calc(100vh - 320px)); border: 1px solid var(--line); border-radius: 12px;
  background: #fff; color-scheme: light }
details { margin-top: 16px }
summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--ink-2); font-weight: 550 }
summary::before { content: '+'; width: 20px }
details[open] summary::before { content: '–' }
pre { white-space: pre-wrap; font: 14px/1.6 ui-monospace, monospace; padding: 20px; border-radius: 12px; background: var(--surface) }
.nothing { padding: 96px 24px; text-align: center; display: grid; gap: 8px; justify-items: center; color: var(--ink-2) }
.nothing h2 { color: var(--ink) }
.nothing .button { margin-top: 12px; color: var(--ink) }
@media (max-width: 575px) {
  main { padding: 16px 16px 48px }
  .envelope { grid-template-columns: 40px minmax(0, 1fr) }
  .envelope time { grid-column: 2 }
  .mails a { column-gap: 12px }
}
`
