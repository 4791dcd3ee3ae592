/** Values of a form by the names of its fields, as they are submitted. */
export type FieldValues = Record<string, string>

export function readFields(form: HTMLFormElement): FieldValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** Enters a value as the customer would, so that every listener of the field hears of it. */
export function fillField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof RadioNodeList) {
    for (const radio of field)
      if (radio instanceof HTMLInputElement && radio.value === value && !radio.checked) radio.click()
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (field.checked !== (value === field.value)) field.click()
  } else if (field instanceof HTMLInputElement && field.type === 'hidden') {
    fillDate(field, value)
  } else if (field instanceof HTMLElement) {
    enter(field, value)
  }
}

/** Returns what the form calls a field. */
export function getFieldLabel(form: HTMLFormElement, name: string): string {
  const field = findControl(form, name)
  const label =
    field instanceof HTMLInputElement && /^(radio|hidden)$/.test(field.type)
      ? field.closest('fieldset')?.querySelector('legend')
      : (field as HTMLInputElement | null)?.labels?.[0]
  return label?.textContent?.trim() || (field?.getAttribute('aria-label') ?? name)
}

/** Returns a value of a field as the customer reads it: that of a choice is its label. */
export function getValueLabel(form: HTMLFormElement, name: string, value: string): string {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLSelectElement)
    return [...field.options].find(option => option.value === value)?.label ?? value
  if (!(field instanceof RadioNodeList)) return value
  const radio = [...field].find(each => each instanceof HTMLInputElement && each.value === value)
  return (radio as HTMLInputElement | undefined)?.labels?.[0]?.textContent?.trim() ?? value
}

/** Returns the control that has the focus of a field: a field of several inputs submits a hidden one. */
export function findControl(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const namedItem = form?.elements.namedItem(name)
  const field = namedItem instanceof RadioNodeList ? namedItem[0] : namedItem
  if (!(field instanceof HTMLElement)) return null
  return field.getAttribute('type') === 'hidden'
    ? (field.closest('fieldset')?.querySelector<HTMLElement>('input:not([type=hidden])') ?? null)
    : field
}

/** Enters a date into the inputs of its parts, also one that is typed by halves. */
function fillDate(field: HTMLInputElement, value: string) {
  const [year = '', month = '', day = ''] = value.split('-')
  const inputs = field.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[data-part]') ?? []
  const parts: FieldValues = { year, month, day }
  for (const input of inputs) enter(input, (parts[input.dataset.part ?? ''] ?? '').replace(/^0+/, ''))
}

function enter(field: HTMLElement, value: string) {
  // React remembers the value that it has set on the element itself.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, value)
  const type = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
