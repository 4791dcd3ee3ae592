import type { LucideIcon } from 'lucide-react'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { AccountSecurity } from '#contract/security.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Formats 'Firefox, Windows' of the service as 'Firefox on Windows'; a part alone as it is. */
export function formatDeviceName({ text }: Pick<Texts, 'text'>, label: string | null): string {
  if (label === null) return text('security.device.unknown')
  const [browser = '', system] = label.split(', ')
  return system ? text('security.device.name', { browser, system }) : browser
}

/** Formats a device: its browser, or the app with its system. An app may have its id for a label. */
export function formatDevice(texts: Pick<Texts, 'text'>, { label, client }: Device): string {
  if (client === 'web') return formatDeviceName(texts, label)
  const app = texts.text('security.device.app')
  const system = label === client ? undefined : label?.split(', ')[1]
  return system ? texts.text('security.device.name', { browser: app, system }) : app
}

/** Returns the icon of a phone or tablet, which apps are for, or of another computer. */
export const getDeviceIcon = ({ client, label }: Pick<Device, 'client' | 'label'>): LucideIcon =>
  client !== 'web' || /\b(?:iPhone|iPad|Android)$/.test(label ?? '') ? Smartphone : Monitor

/** Formats how the customer signed in (RFC 8176); undefined for a method without a name. */
export function formatMethod({ text }: Pick<Texts, 'text'>, methods: readonly string[]): string | undefined {
  if (methods.includes('pop')) return text('security.method.passkey')
  return methods.includes('pwd') ? text('security.method.password') : undefined
}

export type Device = AccountSecurity['devices'][number]
