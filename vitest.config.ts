import { availableParallelism } from 'node:os'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Each project needs its own plugin instances. */
const appPlugins = () => [react(), babel({ presets: [linguiTransformerBabelPreset()] }), lingui()]

export default defineConfig({
  test: {
    // Most server tests wait for a database or a deadline. The default of one worker on two cores would leave one idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        plugins: appPlugins(),
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/security/**', 'tests/**/*.browser.test.*', 'tests/e2e/**'],
          environment: 'node',
          // Thousands of generated cases on a shared machine; a test that hangs still ends.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/postgres.setup.ts',
          // Real processes and a real database on a shared machine; a test that hangs still ends.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/postgres.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: appPlugins(),
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: { executablePath: CHROMIUM } }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
})
