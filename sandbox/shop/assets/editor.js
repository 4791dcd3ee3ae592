// Progressive enhancement: saves each change of size or quantity and shows the server's page. The form works without it.
const form = document.querySelector('[data-editor]')
form?.addEventListener('change', save)

let latestChange = 0
let pending = Promise.resolve()

/** Requests run in order, so that the last state is the stored one; only the last answer is shown. */
function save() {
  const change = ++latestChange
  pending = pending.then(async () => {
    if (change !== latestChange) return
    const page = await send()
    if (change !== latestChange) return
    for (const element of form.querySelectorAll('[data-live]')) {
      const markup = page.getElementById(element.id)?.innerHTML
      if (markup !== undefined && element.innerHTML !== markup) element.innerHTML = markup
    }
  })
}

/** Sends the form; the page that answers it, or one that says that it could not be saved. */
async function send() {
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (page.getElementById('summary')) return page
  } catch {}
  const page = document.implementation.createHTMLDocument()
  const text = page.createElement('p')
  text.className = 'error'
  text.textContent = form.dataset.failed
  const summary = page.createElement('div')
  summary.id = 'summary'
  summary.append(text)
  page.body.append(summary)
  return page
}
