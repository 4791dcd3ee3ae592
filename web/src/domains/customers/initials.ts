/** One or two letters that stand for a customer: of the names, else of the e-mail address. */
export function initials(names: (string | null | undefined)[], email: string): string {
  const letters = names.map(name => [...(name ?? '').trim()][0]).filter(letter => letter !== undefined)
  const shown = letters.length > 0 ? letters.slice(0, 2) : [...email].slice(0, 1)
  return shown.join('').toLocaleUpperCase()
}
