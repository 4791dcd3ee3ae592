// Saves each change of size or quantity as it is made, and shows what the server says of it. Without it the form works.
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
  const [value, most] = [Number(field.value) + Number(button.dataset.step), Number(field.max)]
  field.value = String(Math.min(most, Math.max(0, Number.isFinite(value) ? value : 0)))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

let latest = 0
let saved = Promise.resolve()

/** One after the other, so that the last state is the one that stays; only the last answer is shown. */
function save() {
  const mine = ++latest
  for (const card of form.querySelectorAll('.card')) {
    card.dataset.size = card.querySelector('select').value
    card.toggleAttribute('data-out', Number(card.querySelector('input').value) === 0)
  }
  saved = saved.then(async () => {
    if (mine !== latest) return
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
      })
      if (!answer.ok) throw new Error(String(answer.status))
      const { parts, wrong } = await answer.json()
      if (mine === latest) show(parts, wrong)
    } catch {
      if (mine === latest) show({ summary: failed() }, [])
    }
  })
}

function show(parts, wrong) {
  // Markup of our own server, values escaped.
  for (const [id, markup] of Object.entries(parts)) {
    const element = document.getElementById(id)
    if (element && element.innerHTML !== markup) element.innerHTML = markup
  }
  for (const field of form.querySelectorAll('input[type=number]'))
    if (wrong.includes(field.name.slice(2))) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
}

function failed() {
  const text = document.createElement('p')
  text.className = 'error'
  text.textContent = form.dataset.failed
  return text.outerHTML
}
