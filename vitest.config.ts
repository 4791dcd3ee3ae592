import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,shop,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['./tools/vitest-template.ts'],
    setupFiles: ['./tools/vitest-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
