// Progressive enhancement: saves each change of size or quantity and shows the server's answer. The form works without it.
const form = document.querySelector('[data-editor]')
if (form) {
  for (const button of form.querySelectorAll('[data-step]')) {
    button.hidden = false
    button.addEventListener('click', () => step(button))
  }
  form.addEventListener('change', save)
}

/** @param {HTMLElement} button */
function step(button) {
  const field = button.parentElement.querySelector('input')
  const [value, max] = [Number(field.value) + Number(button.dataset.step), Number(field.max)]
  field.value = String(Math.min(max, Math.max(0, Number.isFinite(value) ? value : 0)))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

let latestChange = 0
let pending = Promise.resolve()

/** Requests run in order, so that the last state is the stored one; only the last answer is shown. */
function save() {
  const change = ++latestChange
  for (const card of form.querySelectorAll('.card')) {
    card.dataset.size = card.querySelector('select').value
    card.toggleAttribute('data-out', Number(card.querySelector('input').value) === 0)
  }
  pending = pending.then(async () => {
    if (change !== latestChange) return
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
      })
      if (!answer.ok) throw new Error(String(answer.status))
      const { parts, wrong } = await answer.json()
      if (change === latestChange) show(parts, wrong)
    } catch {
      if (change === latestChange) show({ summary: saveFailed() }, [])
    }
  })
}

function show(parts, wrong) {
  // Safe as HTML: the shop's server escapes all values.
  for (const [id, markup] of Object.entries(parts)) {
    const element = document.getElementById(id)
    if (element && element.innerHTML !== markup) element.innerHTML = markup
  }
  for (const field of form.querySelectorAll('input[type=number]'))
    if (wrong.includes(field.name.slice(2))) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
}

function saveFailed() {
  const text = document.createElement('p')
  text.className = 'error'
  text.textContent = form.dataset.failed
  return text.outerHTML
}
