/** Returns the initials of a customer: up to two letters from the names, else one from the e-mail address. */
export function getInitials(names: (string | null | undefined)[], email: string): string {
  const letters = names.map(name => [...(name ?? '').trim()][0]).filter(letter => letter !== undefined)
  const initials = letters.length > 0 ? letters.slice(0, 2) : [...email].slice(0, 1)
  return initials.join('').toLocaleUpperCase()
}
