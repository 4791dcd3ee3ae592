import type { AccountSecurity, SecurityEvent } from '#contract/security.ts'

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

const HOUR = 60
const DAY = 24 * HOUR

/** A consumer with three devices, a phone upload and a changed address. */
export const securityForTests = (changes: Partial<AccountSecurity> = {}): AccountSecurity => ({
  password: { changedAt: '2025-03-03T10:00:00Z' },
  devices: [
    {
      id: 'd1',
      label: 'Chrome, Windows',
      client: 'web',
      current: true,
      createdAt: at(2),
      lastUsedAt: at(1),
      methods: ['pop', 'user'],
      network: '81.2.69.x',
    },
    {
      id: 'd2',
      label: 'Safari, iPhone',
      client: 'keepsake-ios',
      current: false,
      createdAt: '2025-11-02T10:00:00Z',
      lastUsedAt: '2025-11-20T10:00:00Z',
      methods: [],
      network: null,
    },
    {
      id: 'd3',
      label: 'Safari, Mac',
      client: 'web',
      current: false,
      createdAt: '2025-10-09T10:00:00Z',
      lastUsedAt: '2025-11-09T10:00:00Z',
      methods: ['pwd'],
      network: '86.14.201.x',
    },
  ],
  uploadSessions: [{ id: 'u1', createdAt: at(22), expiresAt: at(-38), photos: 12 }],
  mailLinks: [],
  passkeys: [],
  systems: {
    apiKeys: [],
    sftpKeys: [],
    sftpPassword: null,
    callbacks: { addresses: [], secrets: [] },
  },
  formerEmails: [],
  reauthentication: ['password'],
  lastEventAt: '2025-11-14T20:05:00Z',
  ...changes,
})

/** What the systems of a business have. */
export const systemsForTests = (): AccountSecurity['systems'] => ({
  apiKeys: [
    {
      id: 'k1',
      name: 'ERP live',
      hint: 'x9Qz',
      scopes: ['orders:read', 'invoices:read'],
      createdAt: '2025-11-12T10:00:00Z',
      expiresAt: at(-350 * DAY),
      lastUsedAt: '2025-11-20T04:10:00Z',
      lastUsedFrom: '203.0.113.x',
    },
    {
      id: 'k2',
      name: 'Reporting',
      hint: 'b71A',
      scopes: ['invoices:read'],
      createdAt: '2025-11-12T10:00:00Z',
      expiresAt: at(-9 * DAY),
      lastUsedAt: null,
      lastUsedFrom: null,
    },
  ],
  sftpKeys: [
    {
      id: 's1',
      name: 'erp01',
      type: 'ssh-ed25519',
      bits: 256,
      fingerprint: 'SHA256:abc',
      createdAt: '2025-11-12T10:00:00Z',
      lastUsedAt: null,
      lastUsedFrom: null,
    },
  ],
  sftpPassword: { id: 'p1', createdAt: '2025-10-12T10:00:00Z', lastUsedAt: null, lastUsedFrom: null },
  callbacks: {
    addresses: [
      {
        id: 'a1',
        address: 'https://erp.harbourlight.example/hooks',
        createdAt: '2025-10-12T10:00:00Z',
      },
    ],
    secrets: [
      { id: 'c1', hint: 'Zx91', createdAt: '2025-10-12T10:00:00Z', expiresAt: null },
      { id: 'c2', hint: 'Ab12', createdAt: '2025-09-12T10:00:00Z', expiresAt: at(-HOUR) },
    ],
  },
})

export const eventForTests = (changes: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: crypto.randomUUID(),
  kind: 'passkey.added',
  at: '2025-11-02T18:40:00Z',
  device: 'Chrome, Windows',
  network: '81.2.69.x',
  detail: {},
  canUndo: true,
  ...changes,
})
